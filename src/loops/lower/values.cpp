#include "loops/lower/values.h"

#include <algorithm>

#include "loops/idioms/masked.h"
#include "loops/lower/conditions.h"
#include "notation/accumulate.h"
#include "notation/stored.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

Expr zeroOf(Type type) { return literal(type, std::int64_t{0}); }

Expr literalOf(const notation::Literal& l, Type type, const Location& where) {
  return match(
      l.value, [&](std::int64_t value) { return literal(type, wrapTo(type, value)); },
      [&](double value) {
        if (!isFloat(type)) failUser("an integer result cannot keep fractions", where);
        return literal(type, value);
      },
      [&](const notation::Imaginary& imaginary) {
        return complexLiteral(type == Type::F32 ? Type::C64 : Type::C128, 0, imaginary.value);
      });
}

// The value, or 0 if absent, as the operand of a sum or selection. Branchless if the value can be speculated.
Expr orZero(const Value& v, const Scope& scope) {
  if (v.zeroIfAbsent) return v.value;
  const Expr present = under(scope.facts, v.present);
  return v.isSpeculatable && constant(present) != 1 ? masked(present, v.value)
                                                    : chosen(present, v.value, zeroOf(v.value->type));
}

}  // namespace

bool isZero(const Expr& e) { return equal(e, zeroOf(e->type)); }

Value Values::of(const Access& access, const Scope& scope) {
  require(scope.places.isLocated(access), "the coordinates of an operand are known");
  const bool isScalar = access.tensor.order() == 0;
  const Position place = isScalar ? Position{index(0)} : scope.places.find(access)->back();
  if (access.tensor.isIndexValue)
    return {converted(realType(), place.at), place.present, false, true, isNarrow(facts_.type)};
  if (!access.tensor.workspace) {
    const Expr element = load(arrays_.values(access.tensor), typeOf(access.tensor.type), place.at);
    const bool isWide = isNarrow(facts_.type) && promoted(access.tensor.type, facts_.type) != facts_.type;
    const Type type = isComplex(access.tensor.type) ? typeOf(facts_.type) : realType();
    return {widened(element, type), place.present, false, place.isLoadable || constant(place.present) == 1, isWide};
  }
  const Workspace& w = workspaces_.live.at(access.tensor.name);
  const Type type = w.identity->type;
  const Expr value = isScalar ? variable(w.values, type) : load(w.values, type, place.at);
  const bool isVisited = !isScalar && place.present;  // visited by a loop over stored coordinates
  const Expr flag = isScalar ? variable(w.stored, Type::Bool) : load(w.stored, Type::Bool, place.at);
  const Expr stored = !w.complete ? flag : w.writers == 1 ? w.complete : either(w.complete, flag);
  const bool isWide = isNarrow(facts_.type) && facts_.type != ValueType::Bool;
  return {value, isVisited ? place.present : stored, !w.isListed() && isZero(w.identity), false, isWide};
}

void Values::wrapFor(const operators::Operator& op, std::vector<Value>& operands) const {
  if (op.modular) return;
  for (Value& operand : operands) {
    if (operand.isWide) operand.value = widened(narrowed(operand.value, facts_.type), type());
    operand.isWide = false;
  }
}

Expr Values::asTerm(const Value& value, AssignOp op) const {
  const bool isWrapped = !value.isWide || op == AssignOp::Set || op.reduction()->modular;
  return isWrapped ? value.value : widened(narrowed(value.value, facts_.type), type());
}

Expr Values::operated(const operators::Operator& op, const std::vector<Expr>& operands) const {
  const auto isOfComplex = [](const Expr& operand) { return isComplex(operand->type); };
  const bool isChoice = &op == operators::function("select");  // its condition is none of the values
  if (isChoice && isOfComplex(operands[0]) && !isOfComplex(operands[1]) && !isOfComplex(operands[2]))
    return chosen(binary(BinaryOp::Ne, operands[0], literal(operands[0]->type, 0.0)), operands[1], operands[2]);
  if (std::any_of(operands.begin(), operands.end(), isOfComplex)) {
    std::vector<Expr> complex;
    for (const Expr& operand : operands) complex.push_back(converted(typeOf(facts_.type), operand));
    return loops::applied(&op, complex);
  }
  return loops::applied(facts_.type == ValueType::Bool ? operators::ofTruths(&op) : &op, operands);
}

bool Values::isWideAfter(const operators::Operator& op) const {
  const bool selects = &op == operators::min || &op == operators::max;
  return isNarrow(facts_.type) && facts_.type != ValueType::Bool && !op.givesTruth && !selects;
}

Value Values::of(const notation::Expr& expr, const Scope& scope, Body& out) {
  return match(
      expr->kind, [&](const Access& a) { return of(a, scope); },
      [&](const notation::Literal& l) {
        return Value{literalOf(l, realType(), expr->where), boolean(true), false, true};
      },
      [&](const notation::Call& c) {
        std::vector<Value> operands;
        for (const notation::Expr& operand : c.operands) operands.push_back(of(operand, scope, out));
        return applied(c, std::move(operands), scope, out);
      });
}

// Absent operands are 0, unless the result is absent as well.
Value Values::applied(const notation::Call& c, std::vector<Value> operands, const Scope& scope, Body& out) {
  const operators::Operator& op = *c.op;
  const operators::Constants constants = notation::constantsOf(c);
  wrapFor(op, operands);
  if (operators::needsAny(op, constants)) return appliedWhereNeeded(op, operands, constants, scope, out);
  const bool keepsZeros = operators::keepsZeros(op, constants);
  if (operands.size() == 1 && keepsZeros) {
    operands[0].value = operated(op, {operands[0].value});
    operands[0].isWide = isWideAfter(op);
    return operands[0];
  }
  Expr present;
  std::vector<Expr> values;
  for (std::size_t n = 0; n < operands.size(); ++n) {
    if (!constants[n]) present = present ? either(present, operands[n].present) : operands[n].present;
    values.push_back(orZero(operands[n], scope));
  }
  return {operated(op, values), keepsZeros ? under(scope.facts, present) : boolean(true), keepsZeros, false,
          isWideAfter(op)};
}

Value Values::appliedWhereNeeded(const operators::Operator& op, const std::vector<Value>& operands,
                                 const operators::Constants& constants, const Scope& scope, Body& out) {
  Expr present = boolean(true);
  bool isSpeculatable = true;
  std::vector<Expr> values;
  for (std::size_t n = 0; n < operands.size(); ++n) {
    const bool isNeeded = operators::needs(op, n, constants);
    if (isNeeded) present = both(present, operands[n].present);
    isSpeculatable = isSpeculatable && operands[n].isSpeculatable;
    values.push_back(isNeeded ? operands[n].value : orZero(operands[n], scope));
  }
  present = under(scope.facts, present);
  // Floating-point division is defined for every divisor.
  if (op.undefinedAt0 && isInteger(type())) {
    const Expr isZero = binary(BinaryOp::Eq, values[op.undefinedAt0->operand], zeroOf(type()));
    out.push_back(ifThen(both(present, isZero), {fail(Status::DivisionByZero)}));
    isSpeculatable = false;
  }
  return {operated(op, values), present, false, isSpeculatable, isWideAfter(op)};
}

Expr Values::allStored(const notation::Expr& expr, const Scope& scope) {
  Expr all = boolean(true);
  for (const Access& access : notation::accesses(expr)) {
    const Expr present = under(scope.facts, of(access, scope).present);
    if (!implied({all}, present)) all = both(all, present);
  }
  return all;
}

}  // namespace stardust::loops
