#include "schedule/choice.h"

namespace stardust::schedule {

const Command* automaticAmong(const std::vector<Command>& commands) {
  for (const Command& command : commands)
    if (const auto* variable = std::get_if<Environment>(&command.kind); variable && variable->var == automatic)
      return &command;
  return nullptr;
}

}  // namespace stardust::schedule
