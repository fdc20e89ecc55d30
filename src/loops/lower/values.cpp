// Expressions and assignments. What is not stored is not computed: every value comes with the condition that it is present.
#include "loops/lower/conditions.h"
#include "loops/lower/lowering.h"
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

// 0 where the value is absent: what sums and selections take for it.
Expr orZero(const Value& v, const Scope& scope) {
  return v.zeroIfAbsent ? v.value : chosen(under(scope.facts, v.present), v.value, zeroOf(v.value->type));
}

bool isZero(const Expr& e) { return equal(e, zeroOf(e->type)); }

}  // namespace

Value Lowering::valueOf(const Access& access, const Scope& scope) {
  const auto places = scope.places.find(notation::print(access));
  const bool located = places != scope.places.end() && places->second.size() == static_cast<std::size_t>(access.tensor.order());
  const bool isScalar = access.tensor.order() == 0;
  require(located || isScalar, "the coordinates of an operand are known");
  const Position place = isScalar ? Position{index(0)} : places->second.back();
  if (!access.tensor.workspace)
    return {converted(type(), load(arrays_.values(access.tensor), typeOf(access.tensor.type), place.at)), place.present};
  const Workspace& w = workspaces_.at(access.tensor.name);
  const Expr value = isScalar ? variable(w.values, type()) : load(w.values, type(), place.at);
  const bool isVisited = !isScalar && place.present;  // by a loop over what is stored
  const Expr flag = isScalar ? variable(w.stored, Type::Bool) : load(w.stored, Type::Bool, place.at);
  const Expr stored = !w.complete ? flag : w.writers == 1 ? w.complete : either(w.complete, flag);
  return {value, isVisited ? place.present : stored, !w.isSparse() && isZero(w.identity)};
}

Value Lowering::value(const notation::Expr& expr, const Scope& scope, Body& out) {
  return match(
      expr->kind, [&](const Access& a) { return valueOf(a, scope); },
      [&](const notation::Literal& l) { return Value{literalOf(l, type(), expr->where), boolean(true)}; },
      [&](const notation::Negate& n) {
        Value v = value(n.operand, scope, out);
        v.value = unary(UnaryOp::Neg, v.value);
        return v;
      },
      [&](const notation::Binary& b) {
        const Value left = value(b.left, scope, out), right = value(b.right, scope, out);
        return combined(b.op, left, right, scope, out);
      });
}

Value Lowering::combined(notation::BinaryOp op, const Value& a, const Value& b, const Scope& scope, Body& out) {
  if (!notation::isMultiplicative(op)) {
    const Expr present = under(scope.facts, either(a.present, b.present));
    return {binary(operatorOf(op), orZero(a, scope), orZero(b, scope)), present, true};
  }
  const Expr present = under(scope.facts, both(a.present, b.present));
  if (op == notation::BinaryOp::Div && isInteger(type())) {
    const Expr isZero = binary(BinaryOp::Eq, b.value, zeroOf(type()));
    out.push_back(ifThen(both(present, isZero), {fail(Status::DivisionByZero)}));
  }
  return {binary(operatorOf(op), a.value, b.value), present};
}

Expr Lowering::allStored(const notation::Expr& expr, const Scope& scope) {
  Expr all = boolean(true);
  for (const Access& access : notation::accesses(expr)) {
    const Expr present = under(scope.facts, valueOf(access, scope).present);
    if (!implied({all}, present)) all = both(all, present);
  }
  return all;
}

void Lowering::assign(const cin::Assign& s, const Scope& scope, Body& out) {
  out.push_back(note(notation::print(notation::Assignment{s.lhs, {}, s.op, s.rhs})));
  if (!notation::reducesAll(s.op)) return assign(s, s.rhs, scope, out);
  for (const notation::Expr& term : notation::reductionTerms(s.op, s.rhs)) assign(s, term, scope, out);
}

// `rhs`: all of the assignment's, or one of the terms that are reduced one after the other.
void Lowering::assign(const cin::Assign& s, const notation::Expr& rhs, const Scope& scope, Body& out) {
  Body unused;
  const Value first = value(rhs, scope, unused);
  const bool reduces = notation::reducesAll(s.op);
  Expr present = reduces ? allStored(rhs, scope) : under(scope.facts, first.present);
  // A 0 that is not stored changes nothing where nothing asks what is stored.
  const bool harmless = first.zeroIfAbsent && !reduces && isResult(s.lhs) && s.lhs.tensor.format.isDense() && isZero(identityOf(s.lhs.tensor)) &&
                        (s.op == AssignOp::Add || isWrittenOnce(s.lhs, scope));
  if (harmless) present = boolean(true);
  Scope inner = scope;
  Body body;
  if (constant(present) != 1) {
    inner.facts.push_back(present);
    ++inner.guards;
  }
  const Expr computed = value(rhs, inner, body).value;
  if (!s.lhs.tensor.workspace) toResult(s, computed, inner, body);
  else if (s.lhs.tensor.order() == 0) toScalar(s, computed, inner, body);
  else toWorkspace(s, computed, inner, body);
  if (s.lhs.tensor.workspace) noteComplete(s, inner);
  if (constant(present) == 1) out.insert(out.end(), body.begin(), body.end());
  else out.push_back(ifThen(present, std::move(body)));
}

}  // namespace stardust::loops
