#include "iteration/explain.h"

#include <fmt/format.h>

namespace stardust::iteration {
namespace {

using Side = Rule::Side;

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

// Texts of verdicts, with the caller's level names.
class Reasons {
 public:
  explicit Reasons(const LevelName& name) : name_(name) {}

  // The first side that does not match the rule; empty if both match.
  std::string wrongSide(const Rule& rule, const Combination& sides) const {
    const bool left = fits(rule.left, sides.left, sides.right), right = fits(rule.right, sides.right, sides.left);
    if (left && right) return {};
    if (!left && !right && rule.left == rule.right)
      return fmt::format("neither {} nor {} is {}", sideText(sides.left), sideText(sides.right), describe(rule.left));
    return fmt::format("{} is not {}", sideText(left ? sides.right : sides.left),
                       describe(left ? rule.right : rule.left));
  }

 private:
  std::string sideText(const Set& set) const {
    return std::holds_alternative<Combination>(set->kind) ? "(" + print(set, name_) + ")" : print(set, name_);
  }

  const LevelName& name_;
};

}  // namespace

std::vector<Verdict> verdicts(const Step& step, const Table& table, const Strategy& strategy, const LevelName& name) {
  const Reasons reasons(name);
  std::vector<Verdict> all;
  for (const Rule& rule : table) {
    if (rule.op != step.rule->op) continue;
    const bool fired = &rule == step.rule;
    std::string why = reasons.wrongSide(rule, sidesFor(rule, step.before));
    if (why.empty()) {
      const bool isLate = !fired && holds(rule, step.before, strategy);
      if (isLate) why = fmt::format("{} comes first", step.rule->name);
      else if (rule.when) why = rule.when->finding(rule, step, strategy, name);
    }
    all.insert(fired ? all.begin() : all.end(), {&rule, fired, std::move(why)});
  }
  return all;
}

}  // namespace stardust::iteration
