// Traversals of Spatial programs: the only definition of the operands of each node and of the statements with bodies.
#pragma once

#include <type_traits>
#include <utility>

#include "spatial/nodes.h"

namespace stardust::spatial {
namespace visiting {

template <class Kind, class... Kinds>
inline constexpr bool isOneOf = (std::is_same_v<Kind, Kinds> || ...);

template <class Action, class... Operands>
void each(const Action& action, Operands&... operands) {
  ((operands ? static_cast<void>(action(operands)) : void()), ...);
}

/// Calls action(operand) for the bounds of a loop.
template <class Loop, class Action>
void boundsOf(Loop& loop, const Action& action) {
  for (auto& counter : loop.counters) each(action, counter.begin, counter.end, counter.step, counter.par);
  if (loop.scan) each(action, loop.scan->par, loop.scan->bits);
}

/// Calls action(operand) for the nonnull operands of one alternative of ExprNode or StmtNode, which may be const.
template <class Node, class Action>
void operandsOf(Node& n, const Action& action) {
  using Kind = std::remove_const_t<Node>;
  const auto all = [&](auto&... operands) { each(action, operands...); };
  if constexpr (isOneOf<Kind, Unary>) all(n.operand);
  else if constexpr (isOneOf<Kind, Binary>) all(n.left, n.right);
  else if constexpr (isOneOf<Kind, Mux>) all(n.condition, n.ifTrue, n.ifFalse);
  else if constexpr (isOneOf<Kind, Read, SparseRead>) all(n.index);
  else if constexpr (isOneOf<Kind, Rmw, SparseWrite>) all(n.index, n.value);
  else if constexpr (isOneOf<Kind, Val>) all(n.value);
  else if constexpr (isOneOf<Kind, Memory>) all(n.size, n.par);
  else if constexpr (isOneOf<Kind, Load, Store>) all(n.begin, n.end, n.par, n.at);
  else if constexpr (isOneOf<Kind, StreamLoad, StreamStore>) all(n.base, n.length);
  else if constexpr (isOneOf<Kind, Write>) all(n.index, n.value, n.enable);
  else if constexpr (isOneOf<Kind, Update>) all(n.rmw.index, n.rmw.value);
  else if constexpr (isOneOf<Kind, GenBitVector>) all(n.bits, n.length);
  else if constexpr (isOneOf<Kind, Enq, Set>) all(n.value, n.enable);
  else if constexpr (isOneOf<Kind, Foreach>) boundsOf(n, action);
  else if constexpr (isOneOf<Kind, Reduce>) boundsOf(n, action), all(n.value);
  else if constexpr (isOneOf<Kind, Merge>) {
    all(n.par, n.sorts);
    for (auto& way : n.ways) all(way.length);
  } else static_assert(isOneOf<Kind, Literal, Name, Deq, Length, Alias>, "a node of which it is not said what it has");
}

template <class Handle, class Node, class Change>
Handle changed(const Handle& handle, Node node, const Change& change) {
  bool isSame = true;
  const auto replace = [&](Expr& operand) {
    Expr other = change(operand);
    isSame = isSame && other.same(operand);
    operand = std::move(other);
  };
  std::visit([&](auto& n) { operandsOf(n, replace); }, node.kind);
  return isSame ? handle : Handle(std::move(node));
}

}  // namespace visiting

/// Calls action(operand) for the direct operands of an expression, in textual order.
template <class Action>
void forEachOperand(const Expr& expr, const Action& action) {
  std::visit([&](const auto& n) { visiting::operandsOf(n, action); }, expr->kind);
}
/// The same for a statement; the operands of a loop are its bounds and the value of a Reduce, not its body.
template <class Action>
void forEachOperand(const StmtNode& stmt, const Action& action) {
  std::visit([&](const auto& n) { visiting::operandsOf(n, action); }, stmt.kind);
}
template <class Action>
void forEachOperand(const Stmt& stmt, const Action& action) {
  forEachOperand(*stmt, action);
}
/// Calls action(node) for each node of an expression in preorder; null has none.
template <class Action>
void forEachNode(const Expr& expr, const Action& action) {
  if (!expr) return;
  action(*expr);
  forEachOperand(expr, [&](const Expr& operand) { forEachNode(operand, action); });
}

/// Visits the operands of a Foreach or Reduce that are evaluated before its iterations.
template <class Loop, class Action>
void forEachBound(const Loop& loop, const Action& action) {
  visiting::boundsOf(loop, action);
}

/// The expression with change(operand) for each operand; the same node if no operand changes.
template <class Change>
Expr withOperands(const Expr& expr, const Change& change) {
  return visiting::changed(expr, *expr, change);
}
/// The same for a statement; the bodies of loops stay.
template <class Change>
Stmt withOperands(const Stmt& stmt, const Change& change) {
  return visiting::changed(stmt, *stmt, change);
}

/// The expression with change(name) for each name; a null result keeps the name.
template <class Change>
Expr withNames(const Expr& expr, const Change& change) {
  if (!expr) return expr;
  if (const auto* n = std::get_if<Name>(&expr->kind)) {
    const Expr other = change(n->name);
    return other ? other : expr;
  }
  return withOperands(expr, [&](const Expr& operand) { return withNames(operand, change); });
}

/// The body of a loop; null for other statements.
inline const Body* bodyOf(const StmtNode& stmt) {
  if (const auto* loop = std::get_if<Foreach>(&stmt.kind)) return &loop->body;
  const auto* reduction = std::get_if<Reduce>(&stmt.kind);
  return reduction ? &reduction->body : nullptr;
}
inline Body* bodyOf(StmtNode& stmt) { return const_cast<Body*>(bodyOf(std::as_const(stmt))); }
inline const Body* bodyOf(const Stmt& stmt) { return bodyOf(*stmt); }

/// The statement with change(body) for the body of a loop; other statements stay the same.
template <class Change>
Stmt withBody(const Stmt& stmt, const Change& change) {
  if (!bodyOf(stmt)) return stmt;
  StmtNode node = *stmt;
  Body& body = *bodyOf(node);
  body = change(std::as_const(body));
  return Stmt(std::move(node));
}

}  // namespace stardust::spatial
