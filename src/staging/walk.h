// Walks over what Accel became; internal to the room.
#pragma once

#include "staging/exprs.h"

namespace stardust::staging {

/// Calls f with each node of an expression, the outer ones first.
template <class F>
void eachNode(const spatial::Expr& e, F&& f) {
  if (!e) return;
  f(*e);
  match(
      e->kind, [&](const spatial::Unary& n) { eachNode(n.operand, f); },
      [&](const spatial::Binary& n) {
        eachNode(n.left, f);
        eachNode(n.right, f);
      },
      [&](const spatial::Mux& n) {
        for (const auto& part : {n.condition, n.ifTrue, n.ifFalse}) eachNode(part, f);
      },
      [&](const spatial::Read& n) { eachNode(n.index, f); },
      [&](const spatial::SparseRead& n) { eachNode(n.index, f); },
      [&](const spatial::Rmw& n) {
        eachNode(n.index, f);
        eachNode(n.value, f);
      },
      [](const auto&) {});
}

/// Calls f with each expression of a statement (it may be null), without those of the body of a loop.
template <class F>
void eachExpr(const spatial::StmtNode& stmt, F&& f) {
  const auto all = [&](const auto&... exprs) { (f(exprs), ...); };
  const auto loop = [&](const auto& n) {
    for (const auto& counter : n.counters) all(counter.begin, counter.end, counter.step);
    if (n.scan) f(n.scan->bits);
  };
  match(
      stmt.kind, [&](const spatial::Val& n) { f(n.value); }, [&](const spatial::Load& n) { all(n.begin, n.end, n.at); },
      [&](const spatial::Store& n) { all(n.begin, n.end, n.at); },
      [&](const spatial::StreamLoad& n) { all(n.base, n.length); },
      [&](const spatial::StreamStore& n) { all(n.base, n.length); },
      [&](const spatial::Write& n) { all(n.index, n.value, n.enable); },
      [&](const spatial::SparseWrite& n) { all(n.index, n.value); },
      [&](const spatial::Update& n) { all(n.rmw.index, n.rmw.value); },
      [&](const spatial::GenBitVector& n) { all(n.bits, n.length); },
      [&](const spatial::Merge& n) {
        f(n.sorts);
        for (const auto& way : n.ways) f(way.length);
      },
      [&](const spatial::Enq& n) { all(n.value, n.enable); }, [&](const spatial::Set& n) { all(n.value, n.enable); },
      [&](const spatial::Foreach& n) { loop(n); },
      [&](const spatial::Reduce& n) {
        loop(n);
        f(n.value);
      },
      [](const auto&) {});
}

}  // namespace stardust::staging
