#include "loops/lower/values.h"

#include "loops/lower/conditions.h"
#include "notation/accumulate.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

Expr zeroOf(Type type) { return literal(type, std::int64_t{0}); }

Expr literalOf(const notation::Literal& l, Type type, const Location& where) {
  return match(
      l.value,
      [&](std::int64_t value) {
        if (type == Type::I32) return literal(type, std::int64_t{static_cast<std::int32_t>(value)});  // integers wrap
        return literal(type, value);
      },
      [&](double value) {
        if (!isFloat(type)) failUser("an integer result cannot keep fractions", where);
        return literal(type, value);
      });
}

BinaryOp operatorOf(notation::BinaryOp op) {
  switch (op) {
    case notation::BinaryOp::Add: return BinaryOp::Add;
    case notation::BinaryOp::Sub: return BinaryOp::Sub;
    case notation::BinaryOp::Mul: return BinaryOp::Mul;
    case notation::BinaryOp::Div: return BinaryOp::Div;
    case notation::BinaryOp::Min: return BinaryOp::Min;
    case notation::BinaryOp::Max: return BinaryOp::Max;
  }
  failInternal("an operator of the notation that loops lack");
}

// 0 where the value is absent: what sums and selections take for it. Without a branch where none is needed.
Expr orZero(const Value& v, const Scope& scope) {
  if (v.zeroIfAbsent) return v.value;
  const Expr present = under(scope.facts, v.present);
  return v.isSomething && constant(present) != 1 ? masked(present, v.value)
                                                 : chosen(present, v.value, zeroOf(v.value->type));
}

}  // namespace

bool isZero(const Expr& e) { return equal(e, zeroOf(e->type)); }

Value Values::of(const Access& access, const Scope& scope) {
  const auto places = scope.places.find(notation::print(access));
  const bool located =
      places != scope.places.end() && places->second.size() == static_cast<std::size_t>(access.tensor.order());
  const bool isScalar = access.tensor.order() == 0;
  require(located || isScalar, "the coordinates of an operand are known");
  const Position place = isScalar ? Position{index(0)} : places->second.back();
  if (!access.tensor.workspace)
    return {converted(type(), load(arrays_.values(access.tensor), typeOf(access.tensor.type), place.at)), place.present,
            false, place.isSomewhere || constant(place.present) == 1};
  const Workspace& w = workspaces_.live.at(access.tensor.name);
  const Expr value = isScalar ? variable(w.values, type()) : load(w.values, type(), place.at);
  const bool isVisited = !isScalar && place.present;  // by a loop over what is stored
  const Expr flag = isScalar ? variable(w.stored, Type::Bool) : load(w.stored, Type::Bool, place.at);
  const Expr stored = !w.complete ? flag : w.writers == 1 ? w.complete : either(w.complete, flag);
  return {value, isVisited ? place.present : stored, !w.isListed() && isZero(w.identity)};
}

Value Values::of(const notation::Expr& expr, const Scope& scope, Body& out) {
  return match(
      expr->kind, [&](const Access& a) { return of(a, scope); },
      [&](const notation::Literal& l) {
        return Value{literalOf(l, type(), expr->where), boolean(true), false, true};
      },
      [&](const notation::Negate& n) {
        Value v = of(n.operand, scope, out);
        v.value = unary(UnaryOp::Neg, v.value);
        return v;
      },
      [&](const notation::Binary& b) {
        const Value left = of(b.left, scope, out), right = of(b.right, scope, out);
        return combined(b.op, left, right, scope, out);
      });
}

Value Values::combined(notation::BinaryOp op, const Value& a, const Value& b, const Scope& scope, Body& out) {
  if (!notation::isMultiplicative(op)) {
    const Expr present = under(scope.facts, either(a.present, b.present));
    return {binary(operatorOf(op), orZero(a, scope), orZero(b, scope)), present, true};
  }
  const Expr present = under(scope.facts, both(a.present, b.present));
  const bool dividesIntegers = op == notation::BinaryOp::Div && isInteger(type());
  if (dividesIntegers) {
    const Expr isZero = binary(BinaryOp::Eq, b.value, zeroOf(type()));
    out.push_back(ifThen(both(present, isZero), {fail(Status::DivisionByZero)}));
  }
  return {binary(operatorOf(op), a.value, b.value), present, false, a.isSomething && b.isSomething && !dividesIntegers};
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
