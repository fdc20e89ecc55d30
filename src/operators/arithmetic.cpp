#include "operators/arithmetic.h"

#include <fmt/format.h>

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
