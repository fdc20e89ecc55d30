#include "iteration/explain.h"

#include <fmt/format.h>

namespace stardust::iteration {
namespace {

using Side = Rule::Side;
using When = Rule::When;

const char* describe(Side side) {
  switch (side) {
    case Side::Universe: return "the universe";
    case Side::Compressed: return "one compressed level";
    case Side::BitVectors: return "a combination";
    case Side::SameCompressed: return "the level on the other side";
    case Side::Any: break;
  }
  return "a set";
}

std::string sideText(const Set& set) {
  return std::holds_alternative<Combination>(set->kind) ? "(" + print(set) + ")" : print(set);
}

// The first side that is not as the rule has it; empty if both are.
std::string wrongSide(const Rule& rule, const Combination& sides) {
  const bool left = fits(rule.left, sides.left, sides.right), right = fits(rule.right, sides.right, sides.left);
  if (left && right) return {};
  if (!left && !right && rule.left == rule.right)
    return fmt::format("neither {} nor {} is {}", sideText(sides.left), sideText(sides.right), describe(rule.left));
  return fmt::format("{} is not {}", sideText(left ? sides.right : sides.left),
                     describe(left ? rule.right : rule.left));
}

std::string costs(const SearchCost& cost, const Strategy& strategy) {
  const std::string walked = print(Set(SetNode{cost.walked}));
  if (!strategy.scanFrom)
    return fmt::format("searching for the {:.3g} of {} takes {:.3g} steps; from {:.3g} on, a scan of {} pays",
                       cost.stored, walked, cost.steps, cost.affordable, cost.dim);
  if (*strategy.scanFrom >= 1) return "always, as scanDensity is 100 %";
  return fmt::format("{} is {:.3g} % dense; from {:.3g} % on, a scan pays (scanDensity)", walked, cost.density * 100,
                     *strategy.scanFrom * 100);
}

// What the condition of a rule finds, whether it holds or not.
std::string finding(const Rule& rule, const Step& step, const Strategy& strategy) {
  switch (rule.when) {
    case When::Always: break;
    case When::Sparse: return costs(searchCost(rule, sidesFor(rule, step.before), strategy), strategy);
    case When::Reducible: return step.rule == &rule ? "the same as " + print(step.after) : "no smaller set is the same";
  }
  return {};
}

}  // namespace

std::vector<Verdict> verdicts(const Step& step, const Strategy& strategy) {
  std::vector<Verdict> all;
  for (const Rule& rule : rules()) {
    if (rule.op != step.rule->op) continue;
    const bool fired = &rule == step.rule;
    std::string why = wrongSide(rule, sidesFor(rule, step.before));
    if (why.empty()) {
      const bool isLate = !fired && holds(rule, step.before, strategy);
      why = isLate ? fmt::format("{} comes first", step.rule->name) : finding(rule, step, strategy);
    }
    all.push_back({&rule, fired, std::move(why)});
  }
  return all;
}

}  // namespace stardust::iteration
