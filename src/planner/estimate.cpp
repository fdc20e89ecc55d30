#include "planner/estimate.h"

#include <algorithm>
#include <limits>

#include "levels/registry.h"
#include "notation/stored.h"

namespace stardust::planner {

using notation::IndexVar;

namespace {

constexpr double impossible = std::numeric_limits<double>::infinity();

}  // namespace

Estimate::Estimate(const notation::Assignment& assignment, const Facts& facts) {
  const auto factsOf = [&](const notation::Access& access) { return &facts.at(access.tensor.name); };
  for (const notation::Access& access : notation::accesses(assignment.rhs))
    operands_.push_back(operandOf(access, factsOf(access)));
  result_ = operandOf(assignment.lhs, factsOf(assignment.lhs));
  for (const int var : result_.vars) kept_ |= Bound{1} << var;
  whole_ = nodeOf(assignment.rhs);
}

int Estimate::indexOf(const IndexVar& var) {
  const auto known = std::find(vars_.begin(), vars_.end(), var);
  if (known != vars_.end()) return static_cast<int>(known - vars_.begin());
  vars_.push_back(var);
  extents_.push_back(1);
  return static_cast<int>(vars_.size()) - 1;
}

Estimate::Operand Estimate::operandOf(const notation::Access& access, const TensorFacts* facts) {
  Operand operand{notation::print(access), {}, {}, {}, facts};
  Modes above = 0;
  const Format& format = access.tensor.format;
  for (int level = 0; level < format.order(); ++level) {
    const auto mode = static_cast<std::size_t>(format.mode(level));
    const int var = indexOf(access.indices.at(mode));
    extents_[static_cast<std::size_t>(var)] = std::max(extents_[static_cast<std::size_t>(var)], facts->extents()[mode]);
    above |= Modes{1} << mode;
    operand.vars.push_back(var);
    operand.isStored.push_back(!levels::of(format.level(level)).hasLocate);
    operand.prefixes.push_back(above);
  }
  return operand;
}

Estimate::Node Estimate::nodeOf(const notation::Expr& expr) {
  if (const auto* access = std::get_if<notation::Access>(&expr->kind)) {
    const std::string printed = notation::print(*access);
    const auto same = std::find_if(operands_.begin(), operands_.end(),
                                   [&](const Operand& operand) { return operand.printed == printed; });
    return {static_cast<int>(same - operands_.begin()), true, {}};
  }
  Node node;
  if (const auto* call = std::get_if<notation::Call>(&expr->kind)) {
    const notation::Deciding deciding = notation::deciding(*call);
    node.isAll = deciding.all;
    for (const notation::Expr& operand : deciding.operands) node.parts.push_back(nodeOf(operand));
  }
  return node;
}

bool Estimate::isBound(const Operand& operand, std::size_t levels, Bound bound) const {
  return std::all_of(operand.vars.begin(), operand.vars.begin() + static_cast<long>(levels),
                     [&](int var) { return (bound >> var & 1) != 0; });
}

// The share of the coordinates of the bound variables that the operand's levels let through.
double Estimate::share(const Operand& operand, Bound bound) const {
  std::size_t through = 0;
  for (std::size_t level = 0; level < operand.vars.size() && isBound(operand, level + 1, bound); ++level)
    if (operand.isStored[level]) through = level + 1;
  if (through == 0) return 1;
  double all = 1;
  for (std::size_t level = 0; level < through; ++level) all *= extents_[static_cast<std::size_t>(operand.vars[level])];
  return std::min(1.0, operand.facts->distinct(operand.prefixes[through - 1]) / all);
}

double Estimate::share(const Node& node, Bound bound) const {
  if (node.operand >= 0) return share(operands_[static_cast<std::size_t>(node.operand)], bound);
  if (node.parts.empty()) return 1;
  double kept = 1, missing = 1;
  for (const Node& part : node.parts) {
    const double of = share(part, bound);
    kept *= of;
    missing *= 1 - of;
  }
  return node.isAll ? kept : 1 - missing;
}

double Estimate::tuples(Bound bound) const {
  double all = share(whole_, bound);
  for (std::size_t var = 0; var < vars_.size(); ++var)
    if (bound >> var & 1) all *= extents_[var];
  return all;
}

Estimate::Visited Estimate::visited(const Node& node, int var, Bound bound, double times) const {
  if (node.operand >= 0) {
    const Operand& operand = operands_[static_cast<std::size_t>(node.operand)];
    const auto level =
        static_cast<std::size_t>(std::find(operand.vars.begin(), operand.vars.end(), var) - operand.vars.begin());
    if (level == operand.vars.size() || !operand.isStored[level]) return {true, 0};
    const double above = share(operand, bound), below = share(operand, bound | Bound{1} << var);
    return {false, above > 0 ? times * extents_[static_cast<std::size_t>(var)] * below / above : 0};
  }
  const double whole = share(node, bound);
  bool isEverything = node.parts.empty() || node.isAll;
  double steps = 0;
  for (const Node& part : node.parts) {
    const double present = node.isAll || whole <= 0 ? 1 : share(part, bound) / whole;
    const Visited of = visited(part, var, bound, times * present);
    if (!of.isEverything) steps += of.steps;
    isEverything = node.isAll ? isEverything && of.isEverything : isEverything || of.isEverything;
  }
  return {isEverything, steps};
}

bool Estimate::isSearched(int var, Bound bound) const {
  return std::any_of(operands_.begin(), operands_.end(), [&](const Operand& operand) {
    for (std::size_t level = 0; level < operand.vars.size(); ++level)
      if (operand.vars[level] == var)
        return operand.isStored[level] && (bound >> var & 1) == 0 && !isBound(operand, level, bound);
    return false;
  });
}

// The loop that puts coordinates into a workspace for the last sparse level of the result: the number of loops if there
// is none, nothing if the result cannot be collected so.
std::optional<std::size_t> Estimate::collectedAt(const std::vector<int>& order) const {
  const auto place = [&](int var) {
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), var) - order.begin());
  };
  std::size_t sparse = 0;  // levels down to the last one that is stored
  for (std::size_t level = 0; level < result_.vars.size(); ++level)
    if (result_.isStored[level]) sparse = level + 1;
  if (sparse == 0) return order.size();
  for (std::size_t level = 1; level < result_.vars.size(); ++level)
    if (place(result_.vars[level]) < place(result_.vars[level - 1])) return std::nullopt;
  std::size_t reduced = order.size();
  for (const int var : order)
    if ((kept_ >> var & 1) == 0) reduced = std::min(reduced, place(var));
  if (sparse > 1 && place(result_.vars[sparse - 2]) > reduced) return std::nullopt;
  const std::size_t last = place(result_.vars[sparse - 1]);
  return last > reduced ? last : order.size();
}

double Estimate::steps(const std::vector<IndexVar>& order) const {
  std::vector<int> loops;
  for (const IndexVar& var : order)
    loops.push_back(static_cast<int>(std::find(vars_.begin(), vars_.end(), var) - vars_.begin()));
  const auto collecting = collectedAt(loops);
  if (!collecting) return impossible;
  double steps = 0, times = 1;
  Bound bound = 0;
  for (std::size_t n = 0; n < loops.size(); ++n) {
    const int var = loops[n];
    if (isSearched(var, bound)) return impossible;
    const Visited of = visited(whole_, var, bound, times);
    steps += times + (of.isEverything ? times * extents_[static_cast<std::size_t>(var)] : of.steps);
    bound |= Bound{1} << var;
    times = tuples(bound);
    if (n == *collecting) steps += collected * times;
  }
  return steps;
}

double Estimate::results() const {
  Bound all = 0;
  for (std::size_t var = 0; var < vars_.size(); ++var) all |= Bound{1} << var;
  double size = 1;
  for (std::size_t var = 0; var < vars_.size(); ++var)
    if (kept_ >> var & 1) size *= extents_[var];
  return std::min(size, tuples(all));
}

}  // namespace stardust::planner
