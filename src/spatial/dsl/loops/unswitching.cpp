#include "spatial/dsl/loops/unswitching.h"

#include <algorithm>
#include <set>

#include "spatial/exprs.h"
#include "spatial/spatial.h"
#include "spatial/visit.h"

namespace stardust::dsl {

using namespace spatial;

namespace {

Expr bitExpr(bool value, const Location& where) { return Expr({Literal{Type::Bit, value ? 1.0 : 0.0}, where}); }

/// Specializes a body to a known condition.
class Assumed {
 public:
  Assumed(const Expr& condition, bool holds) : kind_(condition->kind.index()), text_(print(condition)), holds_(holds) {}

  Expr expr(const Expr& e) const {
    if (!e) return e;
    if (e->kind.index() == kind_ && print(e) == text_) return bitExpr(holds_, e->where);
    return match(
        e->kind,
        [&](const Unary& n) {
          const auto a = expr(n.operand);
          const auto known = constant(a);
          return known && n.op == UnaryOp::Not ? bitExpr(*known == 0, e->where) : Expr({Unary{n.op, a}, e->where});
        },
        [&](const Binary& n) {
          return Expr({Binary{n.op, expr(n.left), expr(n.right)}, e->where});
        },
        [&](const Mux& n) {
          const auto condition = expr(n.condition);
          if (const auto known = constant(condition)) return expr(*known != 0 ? n.ifTrue : n.ifFalse);
          return Expr({Mux{condition, expr(n.ifTrue), expr(n.ifFalse)}, e->where});
        },
        [&](const Read& n) {
          return Expr({Read{n.memory, expr(n.index)}, e->where});
        },
        [&](const auto&) { return e; });
  }

  Body body(const Body& statements) const {
    Body result;
    for (const auto& stmt : statements) {
      auto node = *stmt;
      bool isDone = true;
      if (auto* n = std::get_if<Val>(&node.kind)) n->value = expr(n->value);
      if (auto* n = std::get_if<Write>(&node.kind)) isDone = guarded(*n, {&n->index, &n->value});
      if (auto* n = std::get_if<Enq>(&node.kind)) isDone = guarded(*n, {&n->value});
      if (auto* n = std::get_if<Set>(&node.kind)) isDone = guarded(*n, {&n->value});
      if (isDone) result.push_back(Stmt(std::move(node)));
    }
    return result;
  }

 private:
  /// Returns false if the condition of a statement is false. A condition that is true is removed.
  template <class Node>
  bool guarded(Node& stmt, std::initializer_list<Expr*> parts) const {
    for (auto* part : parts) *part = expr(*part);
    stmt.enable = expr(stmt.enable);
    const auto known = stmt.enable ? constant(stmt.enable) : std::nullopt;
    if (known) stmt.enable = {};
    return known.value_or(1) != 0;
  }

  std::size_t kind_;  // filter that avoids printing most expressions
  std::string text_;
  bool holds_;
};

std::set<std::string> fifosOf(const Body& body) {
  std::set<std::string> names;
  for (const auto& stmt : body) {
    if (const auto* n = std::get_if<Enq>(&stmt->kind)) names.insert(n->fifo);
    forEachOperand(*stmt, [&](const Expr& e) {
      forEachNode(e, [&](const ExprNode& node) {
        if (const auto* n = std::get_if<Deq>(&node.kind)) names.insert(n->fifo);
      });
    });
  }
  return names;
}

/// Whether an expression is loop-invariant and reads no memories.
bool isOutside(const Expr& condition, const Domain& loop, const Body& body) {
  std::set<std::string> inside(loop.iterators.begin(), loop.iterators.end());
  for (const auto& stmt : body) {
    if (const auto* n = std::get_if<Val>(&stmt->kind)) inside.insert(n->name);
    if (const auto* n = std::get_if<Set>(&stmt->kind)) inside.insert(n->reg);
  }
  bool result = true;
  forEachNode(condition, [&](const ExprNode& node) {
    const auto* name = std::get_if<Name>(&node.kind);
    const bool isWord = std::holds_alternative<Read>(node.kind) || std::holds_alternative<SparseRead>(node.kind) ||
                        std::holds_alternative<Deq>(node.kind) || std::holds_alternative<Rmw>(node.kind);
    result = result && !isWord && !(name && inside.count(name->name) > 0);
  });
  return result;
}

}  // namespace

std::optional<Unswitched> unswitched(const Domain& loop, const Body& body, const Memories& memories) {
  const auto isTaken = [&](const Stmt& stmt) { return memories.queues.conditionallyDequeued(*stmt) != nullptr; };
  const auto first = std::find_if(body.begin(), body.end(), isTaken);
  if (first == body.end()) return std::nullopt;
  auto condition = std::get<Mux>(std::get<Val>((*first)->kind).value->kind).condition;
  if (const auto* n = std::get_if<Unary>(&condition->kind); n && n->op == UnaryOp::Not) condition = n->operand;
  if (!isOutside(condition, loop, body)) return std::nullopt;
  Unswitched result{condition, Assumed(condition, true).body(body), Assumed(condition, false).body(body)};
  const auto inOne = fifosOf(result.ifTrue), inOther = fifosOf(result.ifFalse);
  const auto isInOther = [&](const std::string& fifo) { return inOther.count(fifo) > 0; };
  const bool isOpen = std::any_of(result.ifTrue.begin(), result.ifTrue.end(), isTaken) ||
                      std::any_of(result.ifFalse.begin(), result.ifFalse.end(), isTaken);
  if (isOpen || std::any_of(inOne.begin(), inOne.end(), isInOther)) return std::nullopt;
  return result;
}

/// Loop unswitching. Returns true if the loop was emitted, as two loops of which one runs.
bool Loops::emitUnswitched(const Domain& domain, const Body& body, const Location& where) {
  if (domain.scan || domain.data || domain.isForever || !isLeaf(body)) return false;
  const auto cases = dsl::unswitched(domain, body, memories);
  if (!cases) return false;
  for (const auto& stmt : body) {
    if (const auto queue = memories.queues.conditionallyDequeued(*stmt)) unswitched.push_back(queue);
  }
  const auto emitCase = [&](const Body& one, bool holds) {
    Body loop;
    {
      const Into into(stage, &loop);
      emit(domain, one, where);
    }
    stage.once(std::move(loop),
               Expr({Mux{cases->condition, intExpr(holds ? 1 : 0, where), intExpr(holds ? 0 : 1, where)}, where}),
               where);
  };
  emitCase(cases->ifTrue, true);
  emitCase(cases->ifFalse, false);
  return true;
}

}  // namespace stardust::dsl
