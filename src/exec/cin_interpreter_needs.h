// The sparse operands that decide whether a statement has any effect.
#pragma once

#include <map>
#include <set>
#include <string>

#include "cin/query.h"
#include "exec/reference.h"
#include "notation/access_key.h"

namespace stardust::exec {

/// Accesses that must all be stored for an effect.
using Needs = std::set<notation::AccessKey>;

/// The sparse operands by which every assignment in `stmt` multiplies, directly or through a workspace defined in
/// `stmt`.
Needs needsOf(const cin::Stmt& stmt, const Operands& operands);

/// Calls visit(access, isLeftHandSide, location) for every access, in execution order. The accesses are those in the
/// nodes, so their addresses are stable.
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

template <class F>
void forEachAccess(const cin::Stmt& stmt, F&& visit) {
  cin::forEachAssign(
      stmt,
      [&](const cin::Assign& s, const std::vector<notation::IndexVar>&) {
        visit(s.lhs, true, Location{});
        forEachAccess(s.rhs, visit);
      },
      cin::Order::Run);
}

}  // namespace stardust::exec
