#include <fmt/format.h>

#include "schedule/loops.h"
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

[[noreturn]] void failNotNested(const Stmt& stmt, const cin::Fuse& command, const Location& where) {
  const std::string what = fmt::format("the loop over {} is not directly inside the loop over {}", command.inner, command.outer);
  if (nested(stmt, command.inner, command.outer))
    failUser(what, where, fmt::format("it is outside: {}", cin::print(stmt)),
             fmt::format("fuse({}, {}, {}), or reorder({}, {}) first", command.inner, command.outer, command.fused, command.outer, command.inner));
  if (nested(stmt, command.outer, command.inner))
    failUser(fmt::format("the loops over {} and {} are mapped to a function of the backend", command.outer, command.inner), where,
             "the function computes the loops as they are", "fuse them before they are mapped");
  failUser(what, where, "the statement is " + cin::print(stmt),
           fmt::format("reorder the loops so that {} comes next to {}, or fuse before the precompute that separates them", command.inner,
                       command.outer));
}

}  // namespace

Stmt fuse(const Stmt& stmt, const cin::Fuse& command, const Location& where) {
  requireLoop(stmt, command.outer, where);
  requireLoop(stmt, command.inner, where);
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
  const Stmt related = cin::suchThat(result, {command});
  requireExtents(related, where);
  return related;
}

}  // namespace stardust::schedule
