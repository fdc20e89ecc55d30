// Checks that literals, and the results of constant operations, are representable in their value type.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "notation/expr.h"
#include "operators/arithmetic.h"

namespace stardust::notation {
namespace {

// Refuses a decimal literal that overflows to infinity or underflows to 0.
void requireFloat(const Literal& literal, const Location& where) {
  const auto* value = std::get_if<double>(&literal.value);
  if (!value || *value == 0) return;
  if (std::abs(*value) > double{std::numeric_limits<float>::max()} || static_cast<float>(*value) == 0)
    failUser(fmt::format("the literal {} does not fit in the value type float", *value), where, {},
             "compute in double: -t=double");
}

void requireWhole(const Literal& literal, const Location& where) {
  const auto* value = std::get_if<double>(&literal.value);
  if (value && (!(std::abs(*value) < 0x1p63) || *value != std::trunc(*value)))
    failUser(fmt::format("the literal {} is not an integer, but the result is", *value), where,
             "an integer result cannot keep fractions", "give the result a floating-point type");
}

void requireInt(const Literal& literal, const Location& where) {
  constexpr auto least = std::numeric_limits<std::int32_t>::min(), most = std::numeric_limits<std::int32_t>::max();
  const auto value = match(
      literal.value, [](std::int64_t v) { return v; }, [](double v) { return static_cast<std::int64_t>(v); });
  if (value < least || value > most)
    failUser(fmt::format("the literal {} does not fit in the value type int", value), where,
             fmt::format("int holds {} to {}", least, most), "compute in long (-t=long)");
}

}  // namespace

void requireOperator(const Call& call, ValueType type, const Location& where) {
  if (!operators::takes(*call.op, type))
    if (call.op->ofIntegersOnly)
      failUser(fmt::format("{} is not defined for the value type {}", call.op->text, toString(type)), where,
               "it operates on the bits of integers", "compute in int or long: -t=int");
  if (!operators::takes(*call.op, type))
    failUser(fmt::format("{} is not defined for the value type {}", call.op->text, toString(type)), where,
             fmt::format("the {} of an integer is seldom one", call.op->name), "compute in float or double: -t=float");
}

void requireValueType(const Assignment& declared) {
  const ValueType type = declared.lhs.tensor.type;
  if (declared.op != AssignOp::Set) requireOperator({declared.op.reduction(), {}}, type, declared.lhsWhere);
  rewrite(declared.rhs, [&](const Expr& e) {
    const auto* literal = std::get_if<Literal>(&e->kind);
    if (literal && type == ValueType::Float32) requireFloat(*literal, e->where);
    if (literal && isInteger(type)) requireWhole(*literal, e->where);
    if (literal && type == ValueType::Int32) requireInt(*literal, e->where);
    if (const auto* call = std::get_if<Call>(&e->kind)) requireOperator(*call, type, e->where);
    return Expr();
  });
}

}  // namespace stardust::notation
