#include "driver/sequence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "driver/fills.h"
#include "driver/fused.h"
#include "driver/old_contents.h"
#include "driver/result_type.h"
#include "driver/shared_extents.h"

namespace stardust::driver {
namespace {

using Names = std::set<std::string>;

std::string resultOf(const Step& step) { return step.expression.value.lhs.tensor.name; }

Names variablesOf(const Step& step) {
  const auto& assignment = step.expression.value;
  Names names(assignment.lhs.indices.begin(), assignment.lhs.indices.end());
  for (const auto& var : notation::variables(assignment.rhs)) names.insert(var);
  return names;
}

Names workspacesOf(const Step& step) {
  Names names;
  for (const schedule::Command& command : step.commands)
    if (const auto* precompute = std::get_if<schedule::Precompute>(&command.kind)) names.insert(precompute->workspace);
  return names;
}

// Keeps the entries for this step's names. Entries for names of no step stay with the last step, which refuses them.
template <class T>
void keep(std::map<std::string, T>& said, const Names& own, const Names& all, bool last) {
  for (auto entry = said.begin(); entry != said.end();) {
    const bool stays = own.count(entry->first) || (last && !all.count(entry->first));
    entry = stays ? std::next(entry) : said.erase(entry);
  }
}

// In a block that is repeated, a tensor that was computed before, or that is used above, gets its next value.
void checkOrder(const std::vector<Step>& all) {
  Names used;
  std::map<std::string, std::optional<std::size_t>> computed;  // the tensors, each with the block that computes it
  for (const Step& step : all) {
    const std::string result = resultOf(step);
    const auto before = computed.find(result);
    if (before != computed.end() && (!step.repeat || before->second == step.repeat))
      failUser(fmt::format("{} is computed twice", result), step.expression.where,
               "each expression of a file makes a tensor of its own", "give the second another name");
    if (used.count(result) && !step.repeat)
      failUser(fmt::format("{} is computed after it is used", result), step.expression.where,
               "expressions run in the order of the file", "write it above the expression that uses it");
    for (const auto& name : tensorsOf(step)) used.insert(name);
    computed[result] = step.repeat;
  }
}

// The indices that argmin= finds are computed in the type of the operands, and converted to that of the result.
KernelSpec withIndexResult(KernelSpec one) {
  const notation::Assignment& assignment = one.expression->value;
  Said<ValueType>& type = one.types.at(assignment.lhs.tensor.name);
  const ValueType computed = one.types.at(notation::accesses(assignment.rhs).front().tensor.name).value;
  if (type.value != computed) one.resultType = type.value;
  type.value = computed;
  return one;
}

// Whether another expression of its block reads the result, so that its first value is not the result's own.
bool isCarried(const std::vector<Step>& all, std::size_t n) {
  if (!all[n].repeat || all[n].expression.value.op != notation::AssignOp::Set) return false;
  return std::any_of(all.begin(), all.end(), [&](const Step& step) {
    return step.repeat == all[n].repeat && &step != &all[n] && tensorsOf(step).count(resultOf(all[n])) != 0;
  });
}

// In a block that is repeated, y(i) += e adds to the value of the round before, if y has a first value.
KernelSpec accumulating(KernelSpec one, const Names& computed) {
  const notation::Assignment& assignment = one.expression->value;
  const std::string& result = assignment.lhs.tensor.name;
  const bool isGiven = one.inputs.count(result) != 0 || one.generators.count(result) != 0;
  one.continues = one.repeat && assignment.op != notation::AssignOp::Set && (isGiven || computed.count(result) != 0);
  return one.continues ? withOldContents(std::move(one)) : one;
}

// The results whose types follow from their operands, and indices.
KernelSpec withTypes(KernelSpec spec) {
  for (const Step& step : allSteps(spec)) {
    if (spec.typedByOperands.count(resultOf(step)) == 0) continue;
    std::optional<ValueType> type;
    for (const notation::Access& read : notation::accesses(step.expression.value.rhs))
      if (!read.tensor.isIndexValue) {
        const ValueType of = declaredType(spec, read.tensor.name);
        type = type ? promoted(*type, of) : of;
      }
    spec.types.emplace(resultOf(step),
                       Said<ValueType>{type.value_or(declaredType(spec, resultOf(step))), step.expression.where});
  }
  for (const std::string& result : spec.indexResults)
    spec.types.emplace(result, Said<ValueType>{ValueType::Int32, spec.expression->where});
  return withDerivedTypes(std::move(spec));
}

// pad and extents are of tensors with computed indices.
template <class T>
void requireComputed(const char* keyword, const std::map<std::string, Said<T>>& said, const Names& computed) {
  for (const auto& [name, entry] : said)
    if (!computed.count(name))
      failUser(fmt::format("{} has no computed indices to {} for", name, keyword), entry.where,
               computed.empty() ? "all indices are variables"
                                : fmt::format("tensors with computed indices: {}", fmt::join(computed, ", ")),
               "leave it out; -d=i:100 gives the extent of a variable");
}

// Processors have loops with several statements in a body.
bool fuses(const KernelSpec& spec) { return spec.target && spec.target->value == Target::Cpu; }

}  // namespace

void requireComputedNames(const KernelSpec& spec) {
  if (!spec.expression || (spec.pads.empty() && spec.extents.empty())) return;
  Names all, read;
  for (const Step& step : allSteps(spec))
    for (const auto& placed : notation::placedAccesses(step.expression.value)) {
      if (placed.access.computed.empty()) continue;
      all.insert(placed.access.tensor.name);
      if (placed.access.tensor.name != resultOf(step)) read.insert(placed.access.tensor.name);
    }
  requireComputed("pad", spec.pads, read);
  requireComputed("give extents", spec.extents, all);
}

std::set<std::string> tensorsOf(const Step& step) {
  std::set<std::string> names = {resultOf(step)};
  for (const auto& placed : notation::placedAccesses(step.expression.value)) names.insert(placed.access.tensor.name);
  return names;
}

std::vector<Step> allSteps(const KernelSpec& spec) {
  std::vector<Step> all = spec.earlier;
  all.push_back({*spec.expression, spec.commands, spec.repeat});
  return all;
}

KernelSpec withSteps(KernelSpec spec, std::vector<Step> steps) {
  spec.expression = std::move(steps.back().expression);
  spec.commands = std::move(steps.back().commands);
  spec.repeat = steps.back().repeat;
  steps.pop_back();
  spec.earlier = std::move(steps);
  return spec;
}

std::vector<std::pair<std::string, std::size_t>> freeOperands(const KernelSpec& spec) {
  std::vector<std::pair<std::string, std::size_t>> operands;
  if (!spec.expression) return operands;
  Names known;
  for (const Step& step : allSteps(spec)) {
    std::vector<notation::PlacedAccess> placed = notation::placedAccesses(step.expression.value);
    placed.erase(placed.begin());
    for (const notation::PlacedAccess& one : placed)
      if (!one.access.tensor.isIndexValue && known.insert(one.access.tensor.name).second)
        operands.emplace_back(one.access.tensor.name, one.access.modes());
    known.insert(resultOf(step));
  }
  return operands;
}

void continueFrom(const KernelSpec& step, exec::Operands& given) {
  if (!step.continues) return;
  const auto result = given.find(step.expression->value.lhs.tensor.name);
  if (result != given.end()) given[step.oldContents] = result->second;
}

std::vector<KernelSpec> steps(const KernelSpec& said) {
  requireComputedNames(said);
  if ((said.earlier.empty() && said.repeats.empty()) || !said.expression) return {withFills(said)};
  KernelSpec typed = withSharedExtents(withTypes(said));
  const KernelSpec spec = fuses(said) ? fused(std::move(typed)) : std::move(typed);
  const std::vector<Step> all = allSteps(spec);
  checkOrder(all);
  Names tensors, variables, computed;
  for (const Step& step : all) {
    for (const auto& name : tensorsOf(step)) tensors.insert(name);
    for (const auto& name : workspacesOf(step)) tensors.insert(name);
    for (const auto& name : variablesOf(step)) variables.insert(name);
  }
  std::vector<KernelSpec> split;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const bool last = n + 1 == all.size();
    KernelSpec one = spec;
    one.earlier.clear();
    one.expression = all[n].expression;
    one.commands = all[n].commands;
    one.repeat = all[n].repeat;
    const Names result = {resultOf(all[n])};
    Names operands = tensorsOf(all[n]), own = operands;
    for (const auto& name : workspacesOf(all[n])) own.insert(name);
    for (const auto& name : computed) operands.erase(name);
    if (isCarried(all, n)) operands.erase(resultOf(all[n]));
    keep(one.formats, own, tensors, last);
    keep(one.types, own, tensors, last);
    keep(one.pads, own, tensors, last);
    keep(one.extents, own, tensors, last);
    keep(one.fills, own, tensors, last);
    keep(one.dims, variablesOf(all[n]), variables, last);
    keep(one.inputs, operands, tensors, last);
    keep(one.bases, operands, tensors, last);
    keep(one.generators, operands, tensors, last);
    keep(one.outputs, result, tensors, last);
    const auto isLater = [&](const Step& step) { return &step > &all[n] && resultOf(step) == *result.begin(); };
    if (std::any_of(all.begin(), all.end(), isLater)) one.outputs.erase(*result.begin());
    if (spec.indexResults.count(*result.begin())) one = withIndexResult(std::move(one));
    split.push_back(withFills(accumulating(std::move(one), computed)));
    computed.insert(*result.begin());
  }
  return split;
}

std::string stepName(const std::string& kernel, std::size_t n, std::size_t count) {
  return count > 1 ? fmt::format("{}{}", kernel, n + 1) : kernel;
}

}  // namespace stardust::driver
