#include "capstan/lower/statements.h"

namespace stardust::spatial {

const cin::Assign* assignmentIn(const cin::Stmt& stmt) {
  return match(
      stmt->kind, [](const cin::Forall& s) { return assignmentIn(s.body); }, [](const cin::Assign& s) { return &s; },
      [](const cin::Where& s) { return assignmentIn(s.consumer); },
      [](const cin::Sequence& s) { return assignmentIn(s.first); },
      [](const cin::Map& s) { return assignmentIn(s.body); },
      [](const cin::SuchThat& s) { return assignmentIn(s.body); });
}

bool binds(const cin::Stmt& stmt, const notation::IndexVar& var) {
  return match(
      stmt->kind, [&](const cin::Forall& s) { return s.var == var || binds(s.body, var); },
      [](const cin::Assign&) { return false; }, [&](const cin::Where& s) { return binds(s.consumer, var); },
      [&](const cin::Sequence& s) { return binds(s.first, var) || binds(s.second, var); },
      [&](const cin::Map& s) { return binds(s.body, var); },
      [&](const cin::SuchThat& s) { return binds(s.body, var); });
}

cin::Stmt withoutMap(cin::Stmt stmt) {
  while (const auto* mapped = std::get_if<cin::Map>(&stmt->kind)) stmt = mapped->body;
  return stmt;
}

}  // namespace stardust::spatial
