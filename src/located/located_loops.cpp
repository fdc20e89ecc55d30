#include "located/located_loops.h"

namespace stardust::located {
namespace {

// The enclosing loops, and the variables known inside all of them.
struct Path {
  std::vector<notation::IndexVar> loops;
  std::set<notation::IndexVar> known;
};

class Finder {
 public:
  Finder(const std::vector<cin::Relation>& relations, const cin::Extents& extents)
      : relations_(relations), extents_(extents) {}

  std::vector<LocatedLoop> found;

  void visit(const cin::Stmt& stmt, const Path& path, int factor = 0) {
    if (const auto* loop = std::get_if<cin::Forall>(&stmt->kind)) return enter(*loop, path, factor);
    const auto* map = std::get_if<cin::Map>(&stmt->kind);
    cin::mapChildren(stmt, [&](const cin::Stmt& child) {
      visit(child, path, map ? map->factor : 0);
      return child;
    });
  }

 private:
  void enter(const cin::Forall& loop, const Path& path, int factor) {
    Path inside = path;
    inside.loops.push_back(loop.var);
    inside.known.insert(loop.var);
    std::vector<cin::Derived> derived = cin::derivedHere(relations_, inside.loops, extents_);
    for (const cin::Derived& d : derived) inside.known.insert(d.var);
    found.push_back({loop, path.loops, path.known, std::move(derived),
                     iteration::contractionSet(loop.var, loop.body, path.known), factor});
    visit(loop.body, inside);
  }

  const std::vector<cin::Relation>& relations_;
  const cin::Extents& extents_;
};

}  // namespace

std::vector<LocatedLoop> loopsIn(const cin::Stmt& stmt, const cin::Extents& extents) {
  Finder finder(cin::relationsOf(stmt), extents);
  finder.visit(cin::withoutRelations(stmt), {});
  return std::move(finder.found);
}

}  // namespace stardust::located
