// The expression and the schedule of a specification, with its declarations.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "driver/kernel_spec.h"
#include "driver/result_type.h"
#include "notation/subscript.h"
#include "notation/views.h"

namespace stardust::driver {

namespace {

bool isWorkspace(const KernelSpec& spec, const std::string& tensor) {
  return std::any_of(spec.commands.begin(), spec.commands.end(), [&](const schedule::Command& command) {
    const auto* precompute = std::get_if<schedule::Precompute>(&command.kind);
    return precompute && precompute->workspace == tensor;
  });
}

template <class T>
void requireNames(const std::map<std::string, Said<T>>& said, const std::set<std::string>& legal,
                  const notation::Assignment& expression, const char* what) {
  for (const auto& [name, entry] : said) {
    if (legal.count(name)) continue;
    const std::string meant = notation::suggestionFor(name, expression, legal);
    failUser(fmt::format("{} is not {}", name, what), entry.where,
             legal.empty() ? "it has none" : fmt::format("there is {}", fmt::join(legal, ", ")),
             meant.empty() && !legal.empty() ? "name one of these" : meant);
  }
}

}  // namespace

std::vector<schedule::Command> scheduleOf(const KernelSpec& spec) {
  std::vector<schedule::Command> commands = withSettings(spec.commands, spec.settings);
  for (schedule::Command& command : commands) {
    auto* precompute = std::get_if<schedule::Precompute>(&command.kind);
    const auto declared = precompute ? spec.formats.find(precompute->workspace) : spec.formats.end();
    if (declared == spec.formats.end()) continue;
    precompute->format = declared->second.value.of(static_cast<int>(precompute->workspaceVars.size()));
    precompute->formatPlace = declared->second.where;
  }
  return commands;
}

void requireExpression(const KernelSpec& spec) {
  if (!spec.expression) failUser("there is no expression", {}, {}, "give one, e.g. \"y(i) = A(i,j) * x(j)\"");
}

notation::Assignment assignmentOf(const KernelSpec& spec) {
  requireExpression(spec);
  const notation::Assignment& raw = spec.expression->value;
  std::set<std::string> operands;
  std::map<std::string, int> orders = {{raw.lhs.tensor.name, static_cast<int>(raw.lhs.modes())}};
  for (const notation::Access& access : notation::accesses(raw.rhs)) {
    if (access.tensor.isIndexValue) continue;
    operands.insert(access.tensor.name);
    orders.emplace(access.tensor.name, static_cast<int>(access.modes()));
  }
  for (const auto& [access, where] : notation::indexTensors(raw)) operands.insert(access.tensor.name);
  std::set<std::string> all = operands;
  all.insert(raw.lhs.tensor.name);

  const ValueType type = spec.defaultType ? spec.defaultType->value : ValueType::Float32;
  notation::Declarations declarations;
  for (const std::string& name : all) declarations[name].type = type;
  if (const auto derived = derivedType(spec, raw)) {
    declarations[raw.lhs.tensor.name].type = *derived;
    if (operands.count(spec.oldContents)) declarations[spec.oldContents].type = *derived;
  }
  for (const auto& [name, format] : spec.formats) {
    if (!all.count(name) && isWorkspace(spec, name)) continue;
    notation::Declaration& declaration = declarations[name];
    declaration.format = format.value.of(orders.count(name) ? orders.at(name) : -1);
    declaration.formatGiven = true;
    declaration.where = format.where;
  }
  for (const auto& [name, said] : spec.types) {
    declarations[name].type = said.value;
    if (!declarations[name].where) declarations[name].where = said.where;
  }
  const bool hasContents = raw.op != notation::AssignOp::Set || !raw.lhs.computed.empty();
  if (hasContents) operands.insert(raw.lhs.tensor.name);
  requireNames(spec.inputs, operands, raw, "an operand of the expression");
  requireNames(spec.generators, operands, raw, "an operand of the expression");
  requireNames(spec.bases, operands, raw, "an operand of the expression");
  requireNames(spec.fills, all, raw, "a tensor of the expression");
  requireNames(spec.outputs, {raw.lhs.tensor.name}, raw, "the result of the expression");
  for (const auto& [name, said] : spec.generators)
    if (spec.inputs.count(name))
      failUser(fmt::format("tensor {} is both read and generated", name), said.where, {}, "keep one of the two");
  return notation::declare(raw, declarations);
}

}  // namespace stardust::driver
