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

// The texts of verdicts, with levels called as the caller does.
class Reasons {
 public:
  Reasons(const Strategy& strategy, const LevelName& name) : strategy_(strategy), name_(name) {}

  // The first side that is not as the rule has it; empty if both are.
  std::string wrongSide(const Rule& rule, const Combination& sides) const {
    const bool left = fits(rule.left, sides.left, sides.right), right = fits(rule.right, sides.right, sides.left);
    if (left && right) return {};
    if (!left && !right && rule.left == rule.right)
      return fmt::format("neither {} nor {} is {}", sideText(sides.left), sideText(sides.right), describe(rule.left));
    return fmt::format("{} is not {}", sideText(left ? sides.right : sides.left),
                       describe(left ? rule.right : rule.left));
  }

  // What the condition of a rule finds, whether it holds or not.
  std::string finding(const Rule& rule, const Step& step) const {
    switch (rule.when) {
      case When::Always: break;
      case When::Sparse: return costs(searchCost(rule, sidesFor(rule, step.before), strategy_));
      case When::Reducible:
        return step.rule == &rule ? "the same as " + print(step.after, name_) : "no smaller set is the same";
    }
    return {};
  }

 private:
  std::string sideText(const Set& set) const {
    return std::holds_alternative<Combination>(set->kind) ? "(" + print(set, name_) + ")" : print(set, name_);
  }

  std::string costs(const SearchCost& cost) const {
    const std::string walked = name_(cost.walked);
    if (!strategy_.scanFrom)
      return fmt::format("searching for the {:.3g} of {} takes {:.3g} steps; from {:.3g} on, a scan of {} pays",
                         cost.stored, walked, cost.steps, cost.affordable, cost.dim);
    if (*strategy_.scanFrom >= 1) return "always, as scanDensity is 100 %";
    return fmt::format("{} is {:.3g} % dense; from {:.3g} % on, a scan pays (scanDensity)", walked, cost.density * 100,
                       *strategy_.scanFrom * 100);
  }

  const Strategy& strategy_;
  const LevelName& name_;
};

}  // namespace

std::vector<Verdict> verdicts(const Step& step, const Strategy& strategy, const LevelName& name) {
  const Reasons reasons(strategy, name);
  std::vector<Verdict> all;
  for (const Rule& rule : rules()) {
    if (rule.op != step.rule->op) continue;
    const bool fired = &rule == step.rule;
    std::string why = reasons.wrongSide(rule, sidesFor(rule, step.before));
    if (why.empty()) {
      const bool isLate = !fired && holds(rule, step.before, strategy);
      why = isLate ? fmt::format("{} comes first", step.rule->name) : reasons.finding(rule, step);
    }
    all.insert(fired ? all.begin() : all.end(), {&rule, fired, std::move(why)});
  }
  return all;
}

}  // namespace stardust::iteration
