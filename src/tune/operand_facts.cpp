#include "tune/operand_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stardust::tune {
namespace {

void addFacts(const std::string& name, const Storage& operand, OperandFacts& facts) {
  if (operand.order() > planner::mostModes) return;
  const planner::Modes all =
      operand.order() == planner::mostModes ? ~planner::Modes{0} : (planner::Modes{1} << operand.order()) - 1;
  const planner::TensorFacts counted = planner::factsOf(operand, all);
  planner::Modes above = 0;
  for (int level = 0; level + 1 < operand.order(); ++level) {
    above |= planner::Modes{1} << operand.format.mode(level);
    facts[fmt::format("coordinates of the levels to {} of {}", level + 1, name)] = counted.distinct(above);
  }
  for (int mode = 0; mode < operand.order(); ++mode) {
    facts[fmt::format("extent {} of {}", mode + 1, name)] = counted.extents()[static_cast<std::size_t>(mode)];
    const planner::Degrees* const degrees = counted.degrees(mode);
    if (!degrees || degrees->all == 0) continue;
    const float fullest = *std::max_element(degrees->entries.begin(), degrees->entries.end());
    facts[fmt::format("skew of mode {} of {}", mode + 1, name)] = fullest * degrees->distinct / degrees->all;
  }
  facts["entries of " + name] = counted.stored();
}

// The larger one to the smaller one.
double ratioOf(double a, double b) {
  const auto [less, more] = std::minmax({std::max(a, 1.0), std::max(b, 1.0)});
  return more / less;
}

}  // namespace

OperandFacts operandFacts(const driver::Problem& problem) {
  OperandFacts facts;
  for (const auto& [name, operand] : problem.operands)
    if (operand.order() > 0) addFacts(name, operand, facts);
  return facts;
}

FactsDistance distanceBetween(const OperandFacts& a, const OperandFacts& b) {
  FactsDistance distance;
  const auto take = [&](double factor, const std::string& fact) {
    if (factor > distance.factor) distance = {factor, fact};
  };
  for (const auto& [fact, value] : a) {
    const auto other = b.find(fact);
    if (other == b.end()) take(INFINITY, fact);
    else take(ratioOf(value, other->second), fact);
  }
  for (const auto& [fact, value] : b)
    if (!a.count(fact)) take(INFINITY, fact);
  return distance;
}

}  // namespace stardust::tune
