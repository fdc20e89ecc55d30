// Checks of value types: operands, literals and operators fit the type of the expression.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "notation/expr.h"
#include "operators/table.h"

namespace stardust::notation {
namespace {

// Refuses a decimal literal that overflows to infinity or underflows to 0.
void requireFloat(const Literal& literal, const Location& where) {
  const auto* imaginary = std::get_if<Imaginary>(&literal.value);
  const auto* value = imaginary ? &imaginary->value : std::get_if<double>(&literal.value);
  if (!value || *value == 0) return;
  if (std::abs(*value) > double{std::numeric_limits<float>::max()} || static_cast<float>(*value) == 0)
    failUser(fmt::format("the literal {} does not fit in the value type float", *value), where, {},
             imaginary ? "compute in complex128: -t=complex128" : "compute in double: -t=double");
}

void refuseImaginary(const Literal& literal, ValueType type, const Location& where) {
  if (const auto* imaginary = std::get_if<Imaginary>(&literal.value))
    failUser(fmt::format("the literal {}i is complex, but the result holds {}", imaginary->value, toString(type)),
             where, fmt::format("a value of type {} has no imaginary part", toString(type)),
             "give the result a complex type (-t=complex64)");
}

void requireWhole(const Literal& literal, const Location& where) {
  const auto* value = std::get_if<double>(&literal.value);
  if (value && (!(std::abs(*value) < 0x1p63) || *value != std::trunc(*value)))
    failUser(fmt::format("the literal {} is not an integer, but the result is", *value), where,
             "an integer result cannot keep fractions", "give the result a floating-point type");
}

// Refuses an integer outside the range of its type.
void requireInRange(const Literal& literal, ValueType type, const Location& where) {
  const auto least = operators::integerOf(operators::least, type),
             most = operators::integerOf(operators::greatest, type);
  const auto value = match(
      literal.value, [](std::int64_t v) { return v; }, [](double v) { return static_cast<std::int64_t>(v); },
      [](const Imaginary&) { return std::int64_t{0}; });
  if (value < least || value > most)
    failUser(fmt::format("the literal {} does not fit in the value type {}", value, toString(type)), where,
             fmt::format("{} holds {} to {}", toString(type), static_cast<std::int64_t>(least),
                         static_cast<std::uint64_t>(most)),
             type == ValueType::Bool ? "compute in int: -t=int"
             : least == 0            ? "compute in a signed type, such as long (-t=long)"
                                     : "compute in long (-t=long)");
}

// Whether the operator gives 0 or 1 wherever its operands are 0 or 1, as a product does. A sum of truth values counts
// them, and any count but 0 is true.
bool keepsTruths(const operators::Operator& op) {
  if (&op == operators::add) return true;
  for (unsigned choice = 0; choice < 1U << op.arity; ++choice) {
    double operands[operators::mostOperands] = {};
    for (std::size_t n = 0; n < op.arity; ++n) operands[n] = (choice >> n) & 1;
    if (const double value = op.real(operands); value != 0 && value != 1) return false;
  }
  return true;
}

// The first part of an expression whose value may be another number than 0 and 1; null if there is none.
const Expr* firstNumber(const Expr& expr) {
  return match(
      expr->kind, [&](const Access& a) { return a.tensor.type == ValueType::Bool ? nullptr : &expr; },
      [&](const Literal& l) {
        const auto value = realNumber(l);
        return value == 0.0 || value == 1.0 ? nullptr : &expr;
      },
      [&](const Call& c) -> const Expr* {
        if (c.op->givesTruth) return nullptr;
        if (!keepsTruths(*c.op)) return &expr;
        const bool isChoice = c.op == operators::function("select");  // its condition may be any number
        for (std::size_t n = isChoice ? 1 : 0; n < c.operands.size(); ++n)
          if (const Expr* number = firstNumber(c.operands[n])) return number;
        return nullptr;
      });
}

void requireTruths(const Assignment& declared) {
  const Expr* number = firstNumber(declared.rhs);
  if (number)
    failUser(fmt::format("{} is a number, but the result {} holds bool", print(*number), declared.lhs.tensor.name),
             (*number)->where, "a truth value cannot keep a number",
             fmt::format("compare it, as in {} != 0, or give the result the type of a number", print(*number)));
}

}  // namespace

std::vector<ValueType> operandTypes(const Expr& expr) {
  std::vector<ValueType> types;
  rewrite(expr, [&](const Expr& e) {  // without the tensors in indices
    if (const auto* read = std::get_if<Access>(&e->kind)) types.push_back(read->tensor.type);
    const auto* literal = std::get_if<Literal>(&e->kind);
    if (literal && std::holds_alternative<Imaginary>(literal->value)) types.push_back(ValueType::Complex64);
    return Expr();
  });
  return types;
}

bool isRealValued(const Expr& expr) {
  return match(
      expr->kind, [](const Access& a) { return !isComplex(a.tensor.type); },
      [](const Literal& l) { return !std::holds_alternative<Imaginary>(l.value); },
      [](const Call& c) {
        if (operators::givesReal(*c.op, false)) return true;
        const bool isChoice = c.op == operators::function("select");  // its condition is none of the values
        return std::all_of(c.operands.begin() + (isChoice ? 1 : 0), c.operands.end(), isRealValued);
      });
}

bool hasRealOperands(const Call& call) { return std::all_of(call.operands.begin(), call.operands.end(), isRealValued); }

ValueType expressionType(const Assignment& declared) {
  return stardust::expressionType(declared.lhs.tensor.type, operandTypes(declared.rhs));
}

namespace {

// The first additive term with an imaginary part; null if there is none.
Expr firstComplex(const Expr& expr) {
  for (const Term& term : additiveTerms(expr))
    if (!isRealValued(term.expr)) return term.expr;
  return {};
}

void requireReal(const Assignment& declared) {
  const Expr complex = firstComplex(declared.rhs);
  if (!complex) return;
  const TensorVar& result = declared.lhs.tensor;
  const ValueType type = isInteger(result.type) ? ValueType::Complex64 : stardust::complexOf(result.type);
  failUser(fmt::format("{} is complex, but the result {} holds {}", print(complex), result.name, toString(result.type)),
           complex->where, fmt::format("a value of type {} has no imaginary part", toString(result.type)),
           fmt::format("write real({0}) or abs({0}), or give the result a complex type (-t={1}:{2})", print(complex),
                       result.name, toString(type)));
}

// Whether the operator has complex numbers here. Real operands have the operator of real numbers.
bool hasComplex(const Call& call, ValueType type) { return isComplex(type) && !hasRealOperands(call); }

[[noreturn]] void refuseComplex(const Call& call, const Location& where) {
  const operators::Operator& op = *call.op;
  const std::string fault = fmt::format("{} is not defined for complex numbers", op.text);
  const std::string part = call.operands.empty() ? "z(i)" : print(call.operands[0]);
  const std::string remedy = fmt::format("take a real number, such as abs({0}) or real({0})", part);
  if (op.composed)
    failUser(fault, where, "a declared reduction is of real numbers", "reduce the real and imaginary parts");
  if (op.ofIntegersOnly) failUser(fault, where, "it operates on the bits of integers", remedy);
  const bool compares = op.precedence == operators::comparison;
  if (compares || &op == operators::min || &op == operators::max)
    failUser(fault, where, "complex numbers have no order", remedy);
  if (op.givesTruth) failUser(fault, where, "it is of truth values", fmt::format("compare it, as in {} != 0", part));
  failUser(fault, where, fmt::format("the {} of a complex number is not one value", op.name), remedy);
}

}  // namespace

void requireConversion(const Access& access, ValueType values, const TensorVar& result, ValueType expression,
                       const Location& where) {
  if (convertsTo(values, expression)) return;
  if (isComplex(values))
    failUser(fmt::format("{} holds {} values, but the result {} holds {}", access.tensor.name, toString(values),
                         result.name, toString(result.type)),
             where, fmt::format("a value of type {} has no imaginary part", toString(result.type)),
             "give the result a floating-point type, for abs(z) or real(z), or a complex one (-t=complex64)");
  const bool isTruth = expression == ValueType::Bool;
  failUser(fmt::format("{} holds {} values, but the result {} holds {}", access.tensor.name, toString(values),
                       result.name, toString(result.type)),
           where, isTruth ? "a truth value cannot keep a number" : "an integer result cannot keep fractions",
           isTruth ? fmt::format("compare it, as in {} != 0, or give the result the type of a number", print(access))
                   : "give the result a floating-point type");
}

void requireOperator(const Call& call, ValueType type, const Location& where) {
  if (hasComplex(call, type) || (isComplex(type) && call.operands.empty())) {
    if (!operators::takes(*call.op, type)) refuseComplex(call, where);
    return;
  }
  if (operators::takes(*call.op, realOf(type))) return;
  const std::string fault = fmt::format("{} is not defined for the value type {}", call.op->text, toString(type));
  if (call.op->composed)
    failUser(fault, where, "its declaration has an operator or a number that is not",
             fmt::format("-t={}, or another declaration", isInteger(type) ? "float" : "int"));
  if (type == ValueType::Bool && call.op->ofNumbersOnly)
    failUser(fault, where, "it is of numbers; the sum of truth values is their or, and the product their and",
             "write && || xor or !, or give the result the type of a number (-t=int)");
  if (call.op->ofIntegersOnly)
    failUser(fault, where, "it operates on the bits of integers", "compute in int or long: -t=int");
  failUser(fault, where, fmt::format("the {} of an integer is seldom one", call.op->name),
           "compute in float or double: -t=float");
}

void requireValueType(const Assignment& declared) {
  const ValueType type = expressionType(declared);
  const bool isRealResult = !isComplex(declared.lhs.tensor.type);
  if (declared.op != AssignOp::Set)
    requireOperator({declared.op.reduction(), {}}, isRealResult ? realOf(type) : type, declared.lhsWhere);
  rewrite(declared.rhs, [&](const Expr& e) {
    const auto* literal = std::get_if<Literal>(&e->kind);
    if (literal && isInteger(type)) refuseImaginary(*literal, type, e->where);
    if (literal && realOf(type) == ValueType::Float32) requireFloat(*literal, e->where);
    if (literal && isInteger(type)) requireWhole(*literal, e->where);
    if (literal && isInteger(type) && type != ValueType::Int64) requireInRange(*literal, type, e->where);
    if (const auto* call = std::get_if<Call>(&e->kind)) requireOperator(*call, type, e->where);
    if (const auto* access = std::get_if<Access>(&e->kind))
      requireConversion(*access, access->tensor.type, declared.lhs.tensor, type, e->where);
    return Expr();
  });
  if (isComplex(type) && isRealResult) requireReal(declared);
  if (declared.lhs.tensor.type == ValueType::Bool) requireTruths(declared);
}

}  // namespace stardust::notation
