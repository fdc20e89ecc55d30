#include <fmt/format.h>

#include <algorithm>

#include "schedule/legality.h"
#include "schedule/schedule.h"

namespace stardust::schedule {
namespace {

[[noreturn]] void failAutomatic(const Automatic& choice, const Location& where) {
  failUnsupported(fmt::format("the schedule {} is not chosen here", choice.name()), where,
                  "stardust run chooses it for the accelerator, from the operands of one expression",
                  "leave it out, or write the schedule that stardust tune prints");
}

}  // namespace

bool schedulesLoops(const std::vector<Command>& commands) {
  return std::any_of(commands.begin(), commands.end(), [](const Command& command) {
    return !std::holds_alternative<Environment>(command.kind) && !std::holds_alternative<cin::Keep>(command.kind) &&
           !std::holds_alternative<cin::StreamAt>(command.kind) && !std::holds_alternative<Convert>(command.kind) &&
           !std::holds_alternative<Stored>(command.kind) && !std::holds_alternative<Automatic>(command.kind);
  });
}

const Command* automaticAmong(const std::vector<Command>& commands) {
  const auto found = std::find_if(commands.begin(), commands.end(), [](const Command& command) {
    return std::holds_alternative<Automatic>(command.kind);
  });
  return found == commands.end() ? nullptr : &*found;
}

TensorNames namedWorkspaces(const std::vector<Command>& commands) {
  TensorNames names;
  for (const Command& command : commands)
    if (const auto* precompute = std::get_if<Precompute>(&command.kind)) names.insert(precompute->workspace);
  return names;
}

Stmt apply(const Stmt& stmt, const Command& command, const TensorNames& reserved) {
  const Stmt result = match(
      command.kind, [&](const Reorder& c) { return reorder(stmt, c, command.where); },
      [&](const Precompute& c) { return precompute(stmt, c, command.where); },
      [&](const MapTo& c) { return mapTo(stmt, c, command.where); },
      [&](const Accelerate& c) { return accelerate(stmt, c, command.where, reserved); },
      [&](const Environment& c) { return environment(stmt, c, command.where); },
      [&](const Convert&) { return stmt; },  // before the statement: the driver's conversions
      [&](const Stored&) { return stmt; },   //
      [&](const Automatic& c) -> Stmt { failAutomatic(c, command.where); },
      [&](const cin::SplitUp& c) { return splitUp(stmt, c, command.where); },
      [&](const cin::SplitDown& c) { return splitDown(stmt, c, command.where); },
      [&](const cin::Fuse& c) { return fuse(stmt, c, command.where); },
      [&](const cin::Bound& c) { return bound(stmt, c, command.where); },
      [&](const cin::Parallelize& c) { return parallelize(stmt, c, command.where); },
      [&](const cin::Unroll& c) { return unroll(stmt, c, command.where); },
      [&](const cin::Pos& c) { return pos(stmt, c, command.where); },
      [&](const cin::Keep& c) { return keep(stmt, c, command.where); },
      [&](const cin::StreamAt& c) { return stream(stmt, c, command.where); });
  requirePositions(result, command.where);
  cin::verify(result);
  return result;
}

Stmt apply(const Stmt& stmt, const std::vector<Command>& commands) {
  Stmt result = stmt;
  const TensorNames reserved = namedWorkspaces(commands);
  for (const Command& command : commands) result = apply(result, command, reserved);
  for (const Command& command : commands)
    if (const auto* fuse = std::get_if<cin::Fuse>(&command.kind)) requireCountable(result, *fuse, command.where);
  return result;
}

}  // namespace stardust::schedule
