#include "loops/lower/notes.h"

#include <fmt/format.h>

#include "loops/build.h"

namespace stardust::loops {
namespace {

/// The body as a single assignment; null for any other body.
const cin::Assign* assignmentOf(const cin::Stmt& body) {
  const auto* map = std::get_if<cin::Map>(&body->kind);
  return map ? assignmentOf(map->body) : std::get_if<cin::Assign>(&body->kind);
}

std::string textOf(const cin::Assign& s) { return notation::print(notation::Assignment{s.lhs, {}, s.op, s.rhs}); }

}  // namespace

Stmt noteOf(const cin::Forall& loop, const iteration::Set& set) {
  const iteration::Set visited = iteration::simplified(set);
  const bool isAll = std::holds_alternative<iteration::Universe>(visited->kind);
  const cin::Assign* assign = assignmentOf(loop.body);
  return note(fmt::format("forall({}{}){}", loop.var, isAll ? "" : " in " + iteration::print(visited),
                          assign ? ": " + textOf(*assign) : ""));
}

Stmt noteOf(const cin::Forall& loop, const notation::Access& counted) {
  return note(fmt::format("forall({} in the positions of {})", loop.var, notation::print(counted)));
}

Stmt noteOf(const cin::Assign& assign) { return note(textOf(assign)); }

bool isSaidByNote(const cin::Forall& loop) { return assignmentOf(loop.body) != nullptr; }

}  // namespace stardust::loops
