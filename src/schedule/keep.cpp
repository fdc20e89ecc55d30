#include <fmt/format.h>

#include <algorithm>

#include "levels/registry.h"
#include "notation/stored_levels.h"
#include "schedule/legality.h"
#include "schedule/schedule.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

using notation::Access;

std::vector<Access> operandsOf(const Stmt& stmt) {
  std::vector<Access> operands;
  for (const cin::Use& use : cin::usesIn(stmt))
    if (!use.isWritten && !use.access.tensor.workspace && use.access.tensor.order() > 0) operands.push_back(use.access);
  return operands;
}

std::vector<std::string> namesOf(const std::vector<Access>& accesses) {
  std::vector<std::string> names;
  for (const Access& access : accesses)
    if (!contains(names, access.tensor.name)) names.push_back(access.tensor.name);
  return names;
}

bool isStored(const Format& format, int level) { return !levels::of(format.level(level)).hasLocate; }

// The first access of the operand.
Access operandOf(const Stmt& stmt, const std::string& tensor, const Location& where) {
  const std::vector<Access> operands = operandsOf(stmt);
  const auto found = std::find_if(operands.begin(), operands.end(),
                                  [&](const Access& access) { return access.tensor.name == tensor; });
  if (found != operands.end()) return *found;
  const std::vector<std::string> names = namesOf(operands);
  const auto similar = nearest(tensor, names);
  failUser(fmt::format("{} is no operand with indices", tensor), where,
           names.empty() ? "there are none" : fmt::format("the operands are {}", fmt::join(names, ", ")),
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

// A level with positions and coordinates: the one of the command, or any.
void requireStored(const Format& format, const cin::Keep& command, const Location& where) {
  std::vector<int> stored;
  for (int level = 0; level < format.order(); ++level)
    if (isStored(format, level)) stored.push_back(level + 1);
  if (command.level == 0 ? !stored.empty() : std::find(stored.begin(), stored.end(), command.level) != stored.end())
    return;
  const std::string name = cin::toString(command.as), part = cin::toString(*command.part);
  failUser(fmt::format("{} has no {} array{}", command.tensor, part,
                       command.level > 0 ? fmt::format(" at level {}", command.level) : ""),
           where, fmt::format("its format is {}", toString(format)),
           stored.empty() ? fmt::format("{}({}, vals)", name, command.tensor)
                          : fmt::format("{}({}, {}, {})", name, command.tensor, part, stored.back()));
}

}  // namespace

Stmt keep(const Stmt& stmt, const cin::Keep& command, const Location& where) {
  const Access operand = operandOf(stmt, command.tensor, where);
  if (command.part && *command.part != cin::StoredPart::Values) requireStored(operand.tensor.format, command, where);
  return cin::suchThat(stmt, {command});
}

Stmt stream(const Stmt& stmt, const cin::StreamAt& command, const Location& where) {
  const Access operand = operandOf(stmt, command.tensor, where);
  if (notation::denseTail(operand.tensor.format) == 0)
    failUser(fmt::format("{} has no coordinates to stream", command.tensor), where,
             fmt::format("its format is {}", toString(operand.tensor.format)), "leave it out");
  requireLoop(stmt, command.loop, where);
  return cin::suchThat(stmt, {command});
}

}  // namespace stardust::schedule
