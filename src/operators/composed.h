// Values that are composed of operators of the table: the reductions that users declare.
#pragma once

#include <cstddef>
#include <vector>

#include "operators/operator.h"

namespace stardust::operators {

/// A straight-line program over two operands. Its values are numbered: first the operands, then the constants, then the
/// steps, of which the last one is the result.
struct Composed {
  struct Step {
    Op op;
    std::vector<std::size_t> operands;
  };
  std::vector<double> constants;
  std::vector<Step> steps;
};

/// The result for these operands. `constantOf(number)` makes the value of a constant, `applied(op, operands)` that of a
/// step.
template <class Value, class ConstantOf, class Applied>
Value resultOf(const Composed& composed, std::vector<Value> values, ConstantOf&& constantOf, Applied&& applied) {
  for (const double constant : composed.constants) values.push_back(constantOf(constant));
  for (const Composed::Step& step : composed.steps) {
    std::vector<Value> operands;
    for (const std::size_t operand : step.operands) operands.push_back(values.at(operand));
    values.push_back(applied(step.op, operands));
  }
  return values.back();
}

}  // namespace stardust::operators
