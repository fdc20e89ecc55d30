#include "operators/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/diagnostic.h"

namespace stardust::operators {

Whole integerOf(const Constant& constant, ValueType type) {
  const ValueTypeRow& row = rowOf(type);
  const Whole beyond = Whole{1} << row.digits;  // the greatest number, plus 1
  switch (constant.kind) {
    case Constant::Kind::Number: return constant.number;
    case Constant::Kind::Least: return row.kind == ValueKind::Signed ? -beyond : 0;
    case Constant::Kind::Greatest: return beyond - 1;
  }
  failInternal("a constant of no kind");
}

double realOf(const Constant& constant) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (constant.kind == Constant::Kind::Number) return constant.number;
  return constant.kind == Constant::Kind::Least ? -infinity : infinity;
}

bool takes(const Operator& op, ValueType type) {
  if (!op.composed) {
    if (isComplex(type)) return op.complex != nullptr;
    if (!isInteger(type)) return !op.ofIntegersOnly;
    return op.integer != nullptr && !(type == ValueType::Bool && op.ofNumbersOnly);
  }
  if (isComplex(type)) return false;  // its laws are checked for real numbers
  const std::vector<double>& constants = op.composed->constants;
  const std::vector<Composed::Step>& steps = op.composed->steps;
  const bool fits = !isInteger(type) || std::all_of(constants.begin(), constants.end(), [](double number) {
    return number == std::floor(number) && std::abs(number) <= 0x1p31;
  });
  return fits && std::all_of(steps.begin(), steps.end(), [&](const auto& step) { return takes(*step.op, type); });
}

Complex complexOf(const Operator& op, const Complex* operands, bool areReal) {
  if (!areReal) {
    require(op.complex, "an operator of complex numbers");
    return op.complex(operands);
  }
  double numbers[mostOperands];
  for (std::size_t n = 0; n < op.arity; ++n) numbers[n] = operands[n].real();
  return valueOf<double>(op, ValueType::Float64, numbers);
}

std::uint64_t integerOf(const Operator& op, ValueType type, const std::uint64_t* operands) {
  require(op.integer && op.arity <= mostOperands, "an operator of integers");
  Whole numbers[mostOperands];
  for (std::size_t n = 0; n < op.arity; ++n) numbers[n] = wrapped(type, operands[n]);
  if (op.undefinedAt0 && numbers[op.undefinedAt0->operand] == 0)
    failUser(fmt::format("integer {} by zero", op.undefinedAt0->what), {}, fmt::format("no integer is the {}", op.name),
             "-t=float, or a divisor that is nowhere 0");
  return static_cast<std::uint64_t>(op.integer(numbers));
}

}  // namespace stardust::operators
