#include "driver/sequence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "driver/result_type.h"

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

void checkOrder(const std::vector<Step>& all) {
  Names used, computed;
  for (const Step& step : all) {
    const std::string result = resultOf(step);
    if (computed.count(result))
      failUser(fmt::format("{} is computed twice", result), step.expression.where,
               "each expression of a file makes a tensor of its own", "give the second another name");
    if (used.count(result))
      failUser(fmt::format("{} is computed after it is used", result), step.expression.where,
               "expressions run in the order of the file", "write it above the expression that uses it");
    for (const auto& name : tensorsOf(step)) used.insert(name);
    computed.insert(result);
  }
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
  all.push_back({*spec.expression, spec.commands});
  return all;
}

std::vector<KernelSpec> steps(const KernelSpec& said) {
  requireComputedNames(said);
  if (said.earlier.empty() || !said.expression) return {said};
  const KernelSpec spec = withDerivedTypes(said);
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
    const Names result = {resultOf(all[n])};
    Names operands = tensorsOf(all[n]), own = operands;
    for (const auto& name : workspacesOf(all[n])) own.insert(name);
    for (const auto& name : computed) operands.erase(name);
    keep(one.formats, own, tensors, last);
    keep(one.types, own, tensors, last);
    keep(one.pads, own, tensors, last);
    keep(one.extents, own, tensors, last);
    keep(one.dims, variablesOf(all[n]), variables, last);
    keep(one.inputs, operands, tensors, last);
    keep(one.bases, operands, tensors, last);
    keep(one.generators, operands, tensors, last);
    keep(one.outputs, result, tensors, last);
    computed.insert(*result.begin());
    split.push_back(std::move(one));
  }
  return split;
}

std::string stepName(const std::string& kernel, std::size_t n, std::size_t count) {
  return count > 1 ? fmt::format("{}{}", kernel, n + 1) : kernel;
}

}  // namespace stardust::driver
