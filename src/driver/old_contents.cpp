#include "driver/old_contents.h"

#include <fmt/format.h>

#include "notation/accumulate.h"

namespace stardust::driver {
namespace {

template <class T>
void copy(std::map<std::string, Said<T>>& said, const std::string& from, const std::string& to) {
  if (const auto found = said.find(from); found != said.end()) said.emplace(to, found->second);
}

template <class T>
void move(std::map<std::string, Said<T>>& said, const std::string& from, const std::string& to) {
  if (auto node = said.extract(from)) {
    node.key() = to;
    said.insert(std::move(node));
  }
}

template <class T>
void addNames(std::set<std::string>& names, const std::map<std::string, T>& from) {
  for (const auto& [name, entry] : from) names.insert(name);
}

// Names of tensors with values, which the expression need not mention.
std::set<std::string> namesIn(const KernelSpec& spec, const exec::Operands& given) {
  std::set<std::string> names = schedule::namedWorkspaces(spec.commands);
  addNames(names, spec.inputs);
  addNames(names, spec.generators);
  addNames(names, given);
  return names;
}

}  // namespace

KernelSpec withOldContents(KernelSpec spec, const exec::Operands& given) {
  if (!spec.expression || !spec.oldContents.empty()) return spec;
  notation::Assignment& assignment = spec.expression->value;
  if (!assignment.lhs.computed.empty()) return spec;  // the host changes them (computed.h)
  const std::string result = assignment.lhs.tensor.name;
  const auto input = spec.inputs.find(result);
  const auto generator = spec.generators.find(result);
  const bool exists = input != spec.inputs.end() || generator != spec.generators.end() || spec.continues;
  if (assignment.op == notation::AssignOp::Set) return spec;
  if (!exists) {
    if (assignment.op != operators::add) return spec;
    assignment.op = notation::AssignOp::Set;
    spec.notes.push_back(fmt::format("{0} starts from zeros; -i={0}:{1} or -g={0}:… gives it old contents for +=",
                                     result, assignment.lhs.indices.empty() ? "NUMBER" : "FILE"));
    return spec;
  }
  const auto accumulation = notation::withOldContents(assignment, {}, namesIn(spec, given));
  if (!accumulation)
    failUnsupported(fmt::format("{} into old contents of {}", notation::symbol(assignment.op), result),
                    input != spec.inputs.end()           ? input->second.where
                    : generator != spec.generators.end() ? generator->second.where
                                                         : spec.expression->where,
                    {},
                    fmt::format("compute the terms into a tensor t of their own, and then {}",
                                operators::written(*assignment.op.reduction(), {result, "t"})));
  const std::string& old = accumulation->old.name;
  copy(spec.formats, result, old);
  copy(spec.types, result, old);
  copy(spec.fills, result, old);
  move(spec.inputs, result, old);
  move(spec.bases, result, old);
  move(spec.generators, result, old);
  assignment = accumulation->assignment;
  spec.oldContents = old;
  return spec;
}

}  // namespace stardust::driver
