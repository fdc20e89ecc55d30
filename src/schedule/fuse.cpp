#include <fmt/format.h>

#include <algorithm>

#include "schedule/legality.h"
#include "schedule/schedule.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

// The body of forall(outer, forall(inner, S)), or null.
Stmt bodyOfTwo(const Stmt& stmt, const IndexVar& outer, const IndexVar& inner) {
  const auto* first = std::get_if<cin::Forall>(&stmt->kind);
  if (!first || first->var != outer) return Stmt();
  const auto* second = std::get_if<cin::Forall>(&first->body->kind);
  return second && second->var == inner ? second->body : Stmt();
}

bool nested(const Stmt& stmt, const IndexVar& outer, const IndexVar& inner) {
  return static_cast<bool>(replaceFirst(stmt, [&](const Stmt& s) { return bodyOfTwo(s, outer, inner) ? s : Stmt(); }));
}

// The loop directly inside the loop over `var`, or else directly around it, in the argument order of fuse; empty if
// there is none.
std::string pairWith(const Stmt& stmt, const IndexVar& var) {
  for (const PlacedLoop& placed : placedLoops(stmt)) {
    const auto* inner = std::get_if<cin::Forall>(&placed.loop.body->kind);
    if (inner && (placed.loop.var == var || inner->var == var))
      return fmt::format("{}, {}", placed.loop.var, inner->var);
  }
  return {};
}

void requireTwo(const Stmt& stmt, const cin::Fuse& command, const Location& where) {
  if (command.outer != command.inner) return;
  const std::string pair = pairWith(stmt, command.outer);
  failUser(fmt::format("fuse makes one loop of two, and {} is named twice", command.outer), where, {},
           pair.empty() ? fmt::format("no loop is directly inside the one over {}, or around it", command.outer)
                        : fmt::format("fuse({}, {})", pair, command.fused));
}

[[noreturn]] void failNotNested(const Stmt& stmt, const cin::Fuse& command, const Location& where) {
  const std::string what =
      fmt::format("the loop over {} is not directly inside the loop over {}", command.inner, command.outer);
  if (nested(stmt, command.inner, command.outer))
    failUser(what, where, fmt::format("it is outside: {}", cin::print(stmt)),
             fmt::format("fuse({}, {}, {}), or reorder({}, {}) first", command.inner, command.outer, command.fused,
                         command.outer, command.inner));
  if (nested(stmt, command.outer, command.inner))
    failUser(
        fmt::format("the loops over {} and {} are mapped to a function of the backend", command.outer, command.inner),
        where, "the function computes the loops as they are", "fuse them before they are mapped");
  failUser(what, where, "the statement is " + cin::print(stmt),
           fmt::format("bring {} directly inside {} first (reorder), or fuse before the command that separates them",
                       command.inner, command.outer));
}

// Whether pos replaces the fused loop, or a further fusion of it, by a loop over fewer positions.
bool countsPositions(const std::vector<cin::Relation>& relations, const IndexVar& fused) {
  return std::any_of(relations.begin(), relations.end(), [&](const cin::Relation& r) {
    const auto* pos = std::get_if<cin::Pos>(&r);
    const auto* fuse = std::get_if<cin::Fuse>(&r);
    return (pos && pos->parent == fused) ||
           (fuse && (fuse->outer == fused || fuse->inner == fused) && countsPositions(relations, fuse->fused));
  });
}

}  // namespace

Stmt fuse(const Stmt& stmt, const cin::Fuse& command, const Location& where) {
  requireLoop(stmt, command.outer, where);
  requireLoop(stmt, command.inner, where);
  requireTwo(stmt, command, where);
  requireNotDerived(stmt, command.outer, where);
  requireNotExecuted(stmt, command.outer, where);
  requireNotDerived(stmt, command.inner, where);
  requireNotExecuted(stmt, command.inner, where);
  requireNoPositions(stmt, command.outer, where);
  requireNoPositions(stmt, command.inner, where);
  requireFresh(stmt, {command.fused}, where);
  const Stmt result = replaceUnmapped(stmt, [&](const Stmt& s) {
    const Stmt body = bodyOfTwo(s, command.outer, command.inner);
    return body ? cin::forall(command.fused, body) : Stmt();
  });
  if (!result) failNotNested(stmt, command, where);
  return cin::suchThat(result, {command});
}

void requireCountable(const Stmt& stmt, const cin::Fuse& fuse, const Location& where) {
  if (countsPositions(cin::relationsOf(stmt), fuse.fused)) return;
  const cin::Extents known = knownExtents(stmt);
  const auto outer = known.find(fuse.outer), inner = known.find(fuse.inner);
  if (outer == known.end() || inner == known.end() || cin::fusedExtent(outer->second, inner->second)) return;
  failUser(fmt::format("{} would range to {} x {}", fuse.fused, outer->second, inner->second), where,
           fmt::format("a loop has at most {} iterations", maxPositions),
           "fuse loops of smaller extent, split them first, or iterate over the stored entries of an operand: pos");
}

}  // namespace stardust::schedule
