#include "capstan/lower/expressions.h"

#include <cmath>

#include "capstan/lower/memories.h"
#include "capstan/lower/operators.h"
#include "notation/stored.h"
#include "spatial/build.h"

namespace stardust::spatial {
namespace {

Expr literalOf(const notation::Literal& literal, const Location& where) {
  const auto number = notation::realNumber(literal);
  if (!number)
    failUnsupported("complex numbers on Capstan", where, "Capstan's words are int and float",
                    "compute on the CPU: --target=cpu");
  if (!std::isfinite(*number))
    failUnsupported("the accelerator has no infinite number in an expression", where,
                    "a least or greatest value inside of an expression begins with one",
                    "compute on the CPU: --target=cpu");
  return lit(*number, Type::T);  // in range: notation::requireValueType
}

}  // namespace

Expr Expressions::of(const notation::Expr& expr) {
  return match(
      expr->kind, [&](const Access& a) { return of(a); },
      [&](const notation::Literal& l) { return literalOf(l, expr->where); },
      [&](const notation::Call& c) { return of(c, expr); });
}

Expr Expressions::of(const Access& access) {
  const notation::TensorVar& tensor = access.tensor;
  if (tensor.order() > 0) return tensor.workspace ? ofWorkspace(access) : transfers_.valueOf(context_.plan.of(access));
  return tensor.workspace ? context_.frames.at(known::of(known::Workspace::Value, tensor))
                          : context_.host.scalar(tensor);
}

// An absent operand reads as 0. This is correct if the operator treats 0 as a number. An operator that needs the
// operand has no value in this case, which counts as 0; an Int product with 0 is 0 anyway.
Expr Expressions::of(const notation::Call& call, const notation::Expr& expr) {
  const operators::Operator& op = *call.op;
  const Type type = context_.host.valueType();
  std::vector<Expr> operands;
  for (const notation::Expr& operand : call.operands) operands.push_back(of(operand));
  const bool isExact = type == Type::Int && !op.undefinedAt0;
  const bool needs = operators::needsAny(op, notation::constantsOf(call));
  const Condition stored = needs && !isExact ? presence_.present(expr, false) : Condition();
  if (!stored) return applied(call.op, std::move(operands), type, expr->where);
  if (!op.undefinedAt0)
    return mux(*stored, applied(call.op, std::move(operands), type, expr->where), lit(0.0, Type::T));
  Expr& divisor = operands[op.undefinedAt0->operand];
  divisor = mux(*stored, divisor, lit(1.0, Type::T));
  return applied(call.op, std::move(operands), type, expr->where);
}

// In a sparse workspace, a coordinate that is not stored is uninitialized.
Expr Expressions::ofWorkspace(const Access& access) {
  const AccessPlan& plan = context_.plan.of(access);
  const std::string memory = workspaces_.values(access);
  const Expr at = workspaces_.index(access);
  const Condition stored = access.tensor.isSparseWorkspace() ? presence_.present(access) : Condition();
  if (!stored) return readAt(memory, plan.values, at);
  const Expr there = readAt(memory, plan.values, mux(*stored, at, lit(-1)));
  return notation::reducesAll(plan.initial) ? mux(*stored, there, identityOf(context_, plan.initial)) : there;
}

}  // namespace stardust::spatial
