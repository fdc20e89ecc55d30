// if inside Accel: conditions on writes, or loops of one iteration or none.
#include <fmt/format.h>

#include "staging/evaluator.h"
#include "staging/exprs.h"

namespace stardust::staging {

using spatial::Body;
using spatial::Expr;

namespace {

bool hasDeq(const Expr& expr) {
  return match(
      expr->kind, [](const spatial::Deq&) { return true; }, [](const spatial::Unary& n) { return hasDeq(n.operand); },
      [](const spatial::Binary& n) { return hasDeq(n.left) || hasDeq(n.right); },
      [](const spatial::Mux& n) { return hasDeq(n.condition) || hasDeq(n.ifTrue) || hasDeq(n.ifFalse); },
      [](const spatial::Read& n) { return hasDeq(n.index); }, [](const auto&) { return false; });
}

/// Can be carried out without its condition, or has a place for it.
bool canBePredicated(const spatial::Stmt& stmt) {
  if (const auto* n = std::get_if<spatial::Val>(&stmt->kind)) return !hasDeq(n->value);
  if (const auto* n = std::get_if<spatial::Write>(&stmt->kind)) return !hasDeq(n->value) && !hasDeq(n->index);
  if (const auto* n = std::get_if<spatial::Set>(&stmt->kind)) return !hasDeq(n->value);
  if (const auto* n = std::get_if<spatial::Enq>(&stmt->kind)) return !hasDeq(n->value);
  return false;
}

}  // namespace

Value Evaluator::stagedIf(const IfTree& n, const Staged& condition, const Scope& scope, const Location& where) {
  const Value yes = bindStaged(Staged{condition.expr, bit, condition.size, false}, "condition", where);
  const auto no = unary(Operator::Not, yes, where);
  Body bodies[2];
  Value results[2];
  auto* const outer = body_;
  for (int i = 0; i < 2; ++i) {
    const auto& branch = i == 0 ? n.then : n.otherwise;
    if (!branch) continue;
    body_ = &bodies[i];
    results[i] = evaluate(branch, scope);
  }
  body_ = outer;
  const bool isSimple = std::all_of(bodies[0].begin(), bodies[0].end(), canBePredicated) &&
                        std::all_of(bodies[1].begin(), bodies[1].end(), canBePredicated);
  const auto a = stagedOf(results[0]), b = n.otherwise ? stagedOf(results[1]) : std::nullopt;
  const bool readsFifo = (a && hasDeq(a->expr)) || (b && hasDeq(b->expr));
  if (isSimple && !readsFifo) {
    predicate(bodies[0], yes, where);
    predicate(bodies[1], no, where);
    return a && b ? mux(yes, results[0], results[1], where) : Value();
  }
  MemoryRef reg;
  if (a && b) {
    const auto type = results[0].get<Number>() ? b->type : a->type;
    reg = newReg("chosen", type, makeNumber(type, std::int64_t{0}), where);
  }
  for (int i = 0; i < 2; ++i) {
    if (reg) {
      body_ = &bodies[i];
      setReg(reg, results[i], where);
      body_ = outer;
    }
    const auto count =
        mux(i == 0 ? yes : no, makeNumber(int32, std::int64_t{1}), makeNumber(int32, std::int64_t{0}), where);
    once(std::move(bodies[i]), staged(count, int32, "", where).expr, where);
  }
  return reg ? Value(reg) : Value();
}

/// Appends statements that take effect only where the condition holds.
void Evaluator::predicate(const Body& body, const Value& condition, const Location& where) {
  const auto both = [&](const Expr& enable) {
    const auto own = staged(condition, bit, "the condition", where).expr;
    return enable ? binaryExpr(spatial::BinaryOp::And, own, enable, where) : own;
  };
  for (const auto& stmt : body) {
    if (const auto* n = std::get_if<spatial::Write>(&stmt->kind)) {
      emit(spatial::Write{n->memory, n->index, n->value, both(n->enable)}, stmt->where);
    } else if (const auto* enq = std::get_if<spatial::Enq>(&stmt->kind)) {
      emit(spatial::Enq{enq->fifo, enq->value, both(enq->enable)}, stmt->where);
    } else if (const auto* set = std::get_if<spatial::Set>(&stmt->kind)) {
      emit(spatial::Set{set->reg, set->value, both(set->enable)}, stmt->where);
    } else {
      body_->push_back(stmt);
    }
  }
}

}  // namespace stardust::staging
