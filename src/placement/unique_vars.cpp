#include "placement/unique_vars.h"

#include <map>
#include <set>
#include <string>

namespace stardust::placement {
namespace {

using cin::Stmt;
using notation::Access;
using notation::Expr;
using notation::IndexVar;

using Renaming = std::map<IndexVar, IndexVar>;

class Renamer {
 public:
  Stmt rename(const Stmt& stmt, const Renaming& names) {
    if (const auto* loop = std::get_if<cin::Forall>(&stmt->kind)) {
      const IndexVar var = fresh(loop->var);
      Renaming inner = names;
      if (var == loop->var) inner.erase(var);
      else inner[loop->var] = var;
      const Stmt body = rename(loop->body, inner);
      return var == loop->var && body.same(loop->body) ? stmt : cin::forall(var, body);
    }
    if (const auto* assign = std::get_if<cin::Assign>(&stmt->kind)) {
      if (names.empty()) return stmt;
      const Expr rhs = notation::rewrite(assign->rhs, [&](const Expr& e) {
        const auto* access = std::get_if<Access>(&e->kind);
        return access ? notation::access(access->tensor, renamed(*access, names).indices, e->where) : Expr();
      });
      return cin::assign(renamed(assign->lhs, names), assign->op, rhs);
    }
    return cin::mapChildren(stmt, [&](const Stmt& child) { return rename(child, names); });
  }

 private:
  IndexVar fresh(const IndexVar& var) {
    IndexVar name = var;
    for (int n = 2; !taken_.insert(name).second; ++n) name = var + "_" + std::to_string(n);
    return name;
  }

  static Access renamed(Access access, const Renaming& names) {
    for (IndexVar& index : access.indices)
      if (const auto to = names.find(index); to != names.end()) index = to->second;
    return access;
  }

  std::set<IndexVar> taken_;
};

}  // namespace

Stmt withUniqueVars(const Stmt& stmt) { return Renamer().rename(stmt, {}); }

}  // namespace stardust::placement
