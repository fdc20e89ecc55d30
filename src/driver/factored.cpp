#include "driver/factored.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "driver/default_formats.h"
#include "driver/planned.h"
#include "driver/sequence.h"
#include "driver/target.h"
#include "planner/factoring.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::Assignment;

std::set<std::string> namesIn(const std::vector<Step>& steps, const KernelSpec& spec) {
  std::set<std::string> names;
  for (const Step& step : steps) names.merge(tensorsOf(step));
  for (const auto& [name, format] : spec.formats) names.insert(name);
  return names;
}

class Factorer {
 public:
  Factorer(const KernelSpec& spec, const std::vector<Step>& steps, planner::Abilities abilities)
      : spec_(spec), abilities_(abilities), names_(namesIn(steps, spec)) {}

  // The steps in place of this one; empty if it stays.
  std::vector<Step> of(const Step& step, KernelSpec& out) {
    if (!leavesChoice(step.commands) || notation::hasComputedIndices(step.expression.value)) return {};
    const Assignment declared = declare(step.expression.value);
    if (!planner::hasCountableModes(declared)) return {};
    planner::Facts facts;
    for (const Access& access : notation::accesses(declared.rhs)) facts[access.tensor.name] = factsOf(access);
    const auto found = planner::factoring(declared, facts, names_, abilities_);
    if (!found) return {};
    return steps(step, found->statements, out);
  }

 private:
  Format formatOf(const Access& access) const {
    const std::string& name = access.tensor.name;
    const auto order = static_cast<int>(access.indices.size());
    if (const auto said = spec_.formats.find(name); said != spec_.formats.end())
      return withPlace(said->second.where, [&] { return said->second.value.of(order); });
    const auto generator = spec_.generators.find(name);
    const bool isGeneratedSparse = generator != spec_.generators.end() && generator->second.value.fill != Fill::Dense;
    const auto input = spec_.inputs.find(name);
    const bool isFile = input != spec_.inputs.end() && std::holds_alternative<std::string>(input->second.value);
    return order > 0 && (isGeneratedSparse || isFile) ? sparseFormat(order) : denseFormat(order);
  }

  Assignment declare(const Assignment& raw) const {
    Assignment declared = raw;
    declared.lhs.tensor.format = formatOf(raw.lhs);
    declared.rhs = notation::rewrite(raw.rhs, [&](const notation::Expr& expr) {
      const auto* access = std::get_if<Access>(&expr->kind);
      if (!access) return notation::Expr();
      notation::TensorVar tensor = access->tensor;
      tensor.format = formatOf(*access);
      return notation::access(tensor, access->indices, expr->where);
    });
    return declared;
  }

  planner::TensorFacts factsOf(const Access& access) const {
    const planner::TensorFacts assumed = planner::assumedFacts(access.tensor);
    std::vector<double> extents = assumed.extents();
    for (std::size_t mode = 0; mode < extents.size(); ++mode)
      if (const auto dim = spec_.dims.find(access.indices[mode]); dim != spec_.dims.end())
        extents[mode] = static_cast<double>(dim->second.value);
    const auto generator = spec_.generators.find(access.tensor.name);
    if (generator == spec_.generators.end() || generator->second.value.extents.size() != extents.size()) {
      notation::TensorVar tensor = access.tensor;
      tensor.dims.assign(extents.begin(), extents.end());
      return planner::assumedFacts(tensor);
    }
    double stored = generator->second.value.fill != Fill::Dense ? generator->second.value.density : 1;
    for (std::size_t mode = 0; mode < extents.size(); ++mode) {
      extents[mode] = static_cast<double>(generator->second.value.extents[mode]);
      stored *= extents[mode];
    }
    return {extents, stored};
  }

  // As the user would have written them, with declarations of the temporaries.
  std::vector<Step> steps(const Step& step, const std::vector<Assignment>& statements, KernelSpec& out) {
    std::vector<Step> all;
    std::vector<std::string> texts;
    for (const Assignment& statement : statements) {
      all.push_back({{statement, step.expression.where}, step.commands});
      all.back().expression.value.lhsWhere = step.expression.value.lhsWhere;
      texts.push_back(notation::print(statement));
      if (&statement == &statements.back()) break;
      const std::string& name = statement.lhs.tensor.name;
      out.formats.emplace(name, Said<WrittenFormat>{statement.lhs.tensor.format, step.expression.where});
      if (const auto type = out.types.find(statements.back().lhs.tensor.name); type != out.types.end())
        out.types.emplace(name, type->second);
      names_.insert(name);
    }
    out.notes.push_back(fmt::format("{} is computed as {}; -s=\"stored()\" computes it as one statement",
                                    notation::print(step.expression.value), fmt::join(texts, ", then ")));
    return all;
  }

  const KernelSpec& spec_;
  const planner::Abilities abilities_;
  std::set<std::string> names_;
};

}  // namespace

KernelSpec factored(KernelSpec spec) {
  const Backend& target = backendOf(spec.target ? spec.target->value : Target::Capstan);
  if (!target.language() || !spec.expression || !spec.oldContents.empty()) return spec;
  const KernelSpec said = spec;
  const std::vector<Step> all = allSteps(said);
  Factorer factorer(said, all, target.abilities());
  std::vector<Step> steps;
  for (const Step& step : all) {
    std::vector<Step> instead = factorer.of(step, spec);
    if (instead.empty()) instead = {step};
    for (Step& part : instead) part.repeat = step.repeat;
    steps.insert(steps.end(), instead.begin(), instead.end());
  }
  return withSteps(std::move(spec), std::move(steps));
}

}  // namespace stardust::driver
