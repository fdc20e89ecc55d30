// Substitution of accesses in statements.
#pragma once

#include <optional>

#include "cin/nodes.h"

namespace stardust::cin {

/// Replaces each access for which f(access) is not empty (f returns std::optional<Access>). Returns the same node if
/// nothing changed.
template <class F>
Stmt withAccesses(const Stmt& stmt, F&& f) {
  const auto* s = std::get_if<Assign>(&stmt->kind);
  if (!s) return mapChildren(stmt, [&](const Stmt& child) { return withAccesses(child, f); });
  const Expr rhs = notation::rewrite(s->rhs, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    const std::optional<Access> other = access ? f(*access) : std::nullopt;
    return other ? notation::access(other->tensor, other->indices, e->where) : Expr();
  });
  const std::optional<Access> lhs = f(s->lhs);
  return !lhs && rhs.same(s->rhs) ? stmt : assign(lhs ? *lhs : s->lhs, s->op, rhs);
}

}  // namespace stardust::cin
