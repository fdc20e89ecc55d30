#include "schedule/search.h"

#include <algorithm>
#include <set>

namespace stardust::schedule {

using cin::Stmt;
using notation::Access;
using notation::Expr;
using notation::IndexVar;

Stmt replaceFirst(const Stmt& stmt, const std::function<Stmt(const Stmt&)>& replace) {
  if (Stmt replaced = replace(stmt)) return replaced;
  bool done = false;
  const Stmt result = cin::mapChildren(stmt, [&](const Stmt& child) {
    if (done) return child;
    const Stmt replaced = replaceFirst(child, replace);
    done = static_cast<bool>(replaced);
    return done ? replaced : child;
  });
  return done ? result : Stmt();
}

std::string freshTensor(const Stmt& stmt, const std::string& wanted, const std::set<std::string>& reserved) {
  std::set<std::string> taken = reserved;
  for (const Access& access : cin::allAccesses(stmt)) taken.insert(access.tensor.name);
  std::string name = wanted;
  for (int n = 2; taken.count(name); ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

Expr rename(const Expr& expr, const std::vector<IndexVar>& from, const std::vector<IndexVar>& to) {
  return notation::rewrite(expr, [&](const Expr& e) {
    const auto* access = std::get_if<Access>(&e->kind);
    if (!access) return Expr();
    std::vector<IndexVar> indices = access->indices;
    for (IndexVar& index : indices) {
      const auto at = std::find(from.begin(), from.end(), index);
      if (at != from.end()) index = to[static_cast<std::size_t>(at - from.begin())];
    }
    return notation::access(access->tensor, indices, e->where);
  });
}

Stmt underRelations(const Stmt& stmt, const std::function<Stmt(const Stmt&)>& f) {
  if (const auto* root = std::get_if<cin::SuchThat>(&stmt->kind)) return cin::suchThat(f(root->body), root->relations);
  return f(stmt);
}

}  // namespace stardust::schedule
