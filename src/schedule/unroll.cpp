#include <fmt/format.h>

#include "schedule/legality.h"
#include "schedule/schedule.h"
#include "support/plural.h"

namespace stardust::schedule {

Stmt unroll(const Stmt& stmt, const cin::Unroll& command, const Location& where) {
  constexpr std::int64_t most = 64;
  if (command.factor < 2 || command.factor > most)
    failUser(fmt::format("{} cannot be unrolled {}", command.var, counted(command.factor, "time", "times")), where,
             "the factor is the number of iterations that are taken at a time", fmt::format("2 to {}", most));
  requireLoop(stmt, command.var, where);
  requireNotExecuted(stmt, command.var, where);
  return cin::suchThat(stmt, {command});
}

}  // namespace stardust::schedule
