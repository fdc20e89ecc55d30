#include "schedule/legality.h"

#include <fmt/format.h>

#include <algorithm>

#include "cin/position_loops.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

// The relation that consumed `var`, if any: a split of it, or a fusion.
const cin::Relation* derivationOf(const Stmt& stmt, const IndexVar& var) {
  for (const cin::Relation& relation : cin::relationsOf(stmt)) {
    const bool derives = match(
        relation, [](const auto&) { return false; }, [&](const cin::SplitUp& r) { return r.parent == var; },
        [&](const cin::SplitDown& r) { return r.parent == var; },
        [&](const cin::Fuse& r) { return r.outer == var || r.inner == var; },
        [&](const cin::Pos& r) { return r.parent == var; });
    if (derives) return &relation;
  }
  return nullptr;
}

}  // namespace

void requireLoop(const Stmt& stmt, const IndexVar& var, const Location& where) {
  const auto loops = loopVars(stmt);
  if (contains(loops, var)) return;
  const std::string there =
      loops.empty() ? "there are no loops" : fmt::format("the loops are {}", fmt::join(loops, ", "));
  if (const cin::Relation* relation = derivationOf(stmt, var))
    failUser(fmt::format("there is no loop over {} any more", var), where,
             fmt::format("{} took its place", cin::print(*relation)), there);
  const auto similar = nearest(var, loops);
  failUser(fmt::format("there is no loop over {}", var), where, there,
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

void requireFresh(const Stmt& stmt, const std::vector<IndexVar>& names, const Location& where) {
  const auto taken = indexVars(stmt);
  for (std::size_t n = 0; n < names.size(); ++n) {
    const bool twice = std::find(names.begin(), names.begin() + static_cast<long>(n), names[n]) !=
                       names.begin() + static_cast<long>(n);
    if (!contains(taken, names[n]) && !twice) continue;
    IndexVar fresh = names[n];
    for (int number = 2; contains(taken, fresh) || contains(names, fresh); ++number)
      fresh = names[n] + std::to_string(number);
    failUser(fmt::format("{} is already an index variable", names[n]), where, "each new loop needs a new variable",
             "call it " + fresh);
  }
}

void requireNotDerived(const Stmt& stmt, const IndexVar& var, const Location& where) {
  if (const cin::Relation* relation = derivationOf(stmt, var))
    failUser(fmt::format("another loop over {} was replaced already", var), where,
             fmt::format("{} holds for the whole statement, and {} can be derived in one way only",
                         cin::print(*relation), var),
             fmt::format("give the loops of a workspace a variable of their own: precompute(e, {{{}}}, {{{}w}}, W)",
                         var, var));
}

void requireNotExecuted(const Stmt& stmt, const IndexVar& var, const Location& where) {
  for (const cin::Relation& relation : cin::relationsOf(stmt)) {
    const auto* parallel = std::get_if<cin::Parallelize>(&relation);
    const auto* unrolled = std::get_if<cin::Unroll>(&relation);
    if ((parallel && parallel->var == var) || (unrolled && unrolled->var == var))
      failUser(fmt::format("{} already determines how the loop over {} runs", cin::print(relation), var), where,
               "a loop has one mode of execution",
               fmt::format("split_up({0}, {0}o, {0}i, 16) first, and apply it to the parts", var));
  }
}

void requireNoPositions(const Stmt& stmt, const IndexVar& var, const Location& where) {
  const auto counting = cin::positionLoop(cin::relationsOf(stmt), var);
  if (counting)
    failUser(fmt::format("{} counts positions of {}, and cannot be fused", var, counting->pos.tensor), where,
             "their number differs between fibers",
             fmt::format("fuse the loops over coordinates first, and then apply pos to the fused loop"));
}

void requireExtents(const Stmt& stmt, const Location& where) {
  withPlace(where, [&] { return knownExtents(stmt); });
}

Stmt replaceUnmapped(const Stmt& stmt, const std::function<Stmt(const Stmt&)>& replace) {
  if (std::holds_alternative<cin::Map>(stmt->kind)) return Stmt();
  if (Stmt replaced = replace(stmt)) return replaced;
  bool done = false;
  const Stmt result = cin::mapChildren(stmt, [&](const Stmt& child) {
    if (done) return child;
    const Stmt replaced = replaceUnmapped(child, replace);
    done = static_cast<bool>(replaced);
    return done ? replaced : child;
  });
  return done ? result : Stmt();
}

}  // namespace stardust::schedule
