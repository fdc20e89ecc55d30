#include <set>

#include "cin/query.h"

namespace stardust::cin {
namespace {

struct Scope {
  const std::vector<Relation>* relations;
  std::vector<IndexVar> loops;       // on this path, outermost first
  std::set<std::string> vars;        // loop variables and derived variables
  std::set<std::string> workspaces;  // workspaces that are readable here
};

void verifyAccess(const Access& access, const Scope& scope, bool read) {
  require(access.tensor.order() == static_cast<int>(access.indices.size()), "an access has an index for each mode");
  for (const IndexVar& index : access.indices)
    require(scope.vars.count(index) != 0, "every index variable is bound by a forall");
  require(!read || !access.tensor.workspace || scope.workspaces.count(access.tensor.name) != 0,
          "a workspace is read inside its where");
}

void verifyIn(const Stmt& stmt, const Scope& scope, bool root) {
  match(
      stmt->kind,
      [&](const Forall& s) {
        Scope inner = scope;
        inner.loops.push_back(s.var);
        require(inner.vars.insert(s.var).second, "an index variable is bound once on a path");
        for (const IndexVar& var : derivedNames(*scope.relations, inner.loops)) inner.vars.insert(var);
        verifyIn(s.body, inner, false);
      },
      [&](const Assign& s) {
        verifyAccess(s.lhs, scope, false);
        for (const Access& access : notation::accesses(s.rhs)) verifyAccess(access, scope, true);
      },
      [&](const Where& s) {
        verifyIn(s.producer, scope, false);
        Scope inner = scope;
        inner.workspaces.merge(tensorsWritten(s.producer));
        verifyIn(s.consumer, inner, false);
      },
      [&](const Sequence& s) {
        verifyIn(s.first, scope, false);
        verifyIn(s.second, scope, false);
      },
      [&](const Map& s) { verifyIn(s.body, scope, false); },
      [&](const SuchThat& s) {
        require(root, "suchthat is only at the root");
        verifyIn(s.body, scope, false);
      });
}

}  // namespace

void verify(const Stmt& stmt) { verifyIn(stmt, {&relationsOf(stmt), {}, {}, {}}, true); }

}  // namespace stardust::cin
