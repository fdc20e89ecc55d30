// Which sparse operands decide whether a statement does anything.
#pragma once

#include <map>
#include <set>
#include <string>

#include "cin/nodes.h"
#include "exec/reference.h"

namespace stardust::exec {

/// Accesses by their printed form, "A(i,j)": where one of them is not stored, nothing happens.
using Needs = std::set<std::string>;

/// The sparse operands that every assignment in `stmt` multiplies by, directly or through a workspace made in `stmt`.
Needs needsOf(const cin::Stmt& stmt, const Operands& operands);

/// The tensors that `stmt` assigns, and those that its right-hand sides read.
std::set<std::string> assigned(const cin::Stmt& stmt);
std::set<std::string> read(const cin::Stmt& stmt);

/// Calls visit(access, isLeftHandSide, location) for every access, in order.
template <class F>
void forEachAccess(const cin::Stmt& stmt, F&& visit);
template <class F>
void forEachAccess(const cin::Expr& expr, F&& visit);

template <class F>
void forEachAccess(const cin::Expr& expr, F&& visit) {
  match(
      expr->kind, [&](const notation::Access& a) { visit(a, false, expr->where); }, [](const notation::Literal&) {},
      [&](const notation::Call& c) {
        for (const cin::Expr& operand : c.operands) forEachAccess(operand, visit);
      });
}

/// Calls visit(assign) for every assignment, producers before their consumers.
template <class F>
void forEachAssign(const cin::Stmt& stmt, F&& visit) {
  match(
      stmt->kind, [&](const cin::Forall& s) { forEachAssign(s.body, visit); }, [&](const cin::Assign& s) { visit(s); },
      [&](const cin::Where& s) {
        forEachAssign(s.producer, visit);
        forEachAssign(s.consumer, visit);
      },
      [&](const cin::Sequence& s) {
        forEachAssign(s.first, visit);
        forEachAssign(s.second, visit);
      },
      [&](const cin::Map& s) { forEachAssign(s.body, visit); },
      [&](const cin::SuchThat& s) { forEachAssign(s.body, visit); });
}

template <class F>
void forEachAccess(const cin::Stmt& stmt, F&& visit) {
  match(
      stmt->kind, [&](const cin::Forall& s) { forEachAccess(s.body, visit); },
      [&](const cin::Assign& s) {
        visit(s.lhs, true, Location{});
        forEachAccess(s.rhs, visit);
      },
      [&](const cin::Where& s) {
        forEachAccess(s.producer, visit);
        forEachAccess(s.consumer, visit);
      },
      [&](const cin::Sequence& s) {
        forEachAccess(s.first, visit);
        forEachAccess(s.second, visit);
      },
      [&](const cin::Map& s) { forEachAccess(s.body, visit); },
      [&](const cin::SuchThat& s) { forEachAccess(s.body, visit); });
}

}  // namespace stardust::exec
