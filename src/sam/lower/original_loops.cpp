#include "sam/lower/original_loops.h"

#include <fmt/format.h>

#include "cin/query.h"

namespace stardust::sam {
namespace {

using cin::Forall;
using cin::Stmt;
using notation::IndexVar;

/// Each loop over `var`, with another statement in its place.
template <class Replace>
Stmt replaced(const Stmt& stmt, const IndexVar& var, Replace&& replace) {
  if (const auto* loop = std::get_if<Forall>(&stmt->kind); loop && loop->var == var)
    return replace(replaced(loop->body, var, replace));
  return cin::mapChildren(stmt, [&](const Stmt& child) { return replaced(child, var, replace); });
}

template <class Split>
Stmt withoutSplit(const Stmt& stmt, const Split& split) {
  return replaced(stmt, split.outer, [&](const Stmt& body) {
    const Stmt inner = cin::withoutMaps(body);
    const auto* loop = std::get_if<Forall>(&inner->kind);
    if (!loop || loop->var != split.inner)
      failUnsupported(fmt::format("SAM has no blocks for {}", cin::print(cin::Relation(split))), {},
                      "a stream has whole coordinates, and other loops stand between the two parts of this one",
                      "leave the two loops next to each other, or --target=cpu");
    return cin::forall(split.parent, loop->body);
  });
}

Stmt without(const cin::Relation& relation, const Stmt& stmt) {
  return match(
      relation, [&](const cin::SplitUp& split) { return withoutSplit(stmt, split); },
      [&](const cin::SplitDown& split) { return withoutSplit(stmt, split); },
      [&](const cin::Fuse& fuse) {
        return replaced(stmt, fuse.fused, [&](const Stmt& body) {
          return cin::forall({fuse.outer, fuse.inner}, body);
        });
      },
      [&](const cin::Pos& pos) {
        return replaced(stmt, pos.position, [&](const Stmt& body) { return cin::forall(pos.parent, body); });
      },
      [&](const auto&) { return stmt; });
}

}  // namespace

Stmt originalLoops(const Stmt& stmt) {
  const auto& relations = cin::relationsOf(stmt);
  Stmt result = cin::withoutRelations(stmt);
  for (auto relation = relations.rbegin(); relation != relations.rend(); ++relation)
    result = without(*relation, result);
  return result;
}

}  // namespace stardust::sam
