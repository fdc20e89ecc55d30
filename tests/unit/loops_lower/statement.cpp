// Properties of a whole statement that lowering to loops needs.
#include "loops/lower/statement.h"

#include <doctest/doctest.h>

namespace stardust::loops {
namespace {

using notation::Access;
using notation::IndexVar;

Access accessOf(const std::string& name, const std::vector<IndexVar>& indices, const std::vector<LevelFormat>& levels) {
  Access access;
  access.tensor.name = name;
  std::vector<int> modes;
  for (std::size_t n = 0; n < levels.size(); ++n) modes.push_back(static_cast<int>(n));
  access.tensor.format = Format(levels, modes, offChip);
  access.indices = indices;
  return access;
}

notation::Expr read(const Access& access) { return notation::access(access.tensor, access.indices); }

// where(forall(j, y(i) += w(j)), forall(j, w(j) = A(i,j) * B(i,j))), without a format of w.
cin::Stmt sumThroughWorkspace(LevelFormat level) {
  const Access a = accessOf("A", {"i", "j"}, {dense, level}), b = accessOf("B", {"i", "j"}, {dense, level}),
               y = accessOf("y", {"i"}, {dense});
  Access w = accessOf("w", {"j"}, {dense});
  w.tensor.workspace = w.tensor.anyFormat = true;
  const notation::Expr product = notation::binary(operators::multiply, read(a), read(b));
  return cin::where(cin::forall("j", cin::assign(y, operators::add, read(w))),
                    cin::forall("j", cin::assign(w, notation::AssignOp::Set, product)));
}

bool isListed(const cin::Stmt& stmt) {
  for (const Access& access : cin::accessesIn(withSparseWorkspaces(stmt)))
    if (access.tensor.name == "w") return access.tensor.isSparseWorkspace();
  return false;
}

TEST_CASE("a vector workspace is a list where the loop that fills it skips coordinates") {
  CHECK(isListed(cin::forall("i", sumThroughWorkspace(compressed))));
  CHECK_FALSE(isListed(cin::forall("i", sumThroughWorkspace(dense))));
}

TEST_CASE("also where the loops around it are parts of a split") {
  const auto split = [](LevelFormat level) {
    return cin::suchThat(cin::forall("io", cin::forall("ii", sumThroughWorkspace(level))),
                         {cin::SplitUp{"i", "io", "ii", 16}});
  };
  CHECK(isListed(split(compressed)));
  CHECK_FALSE(isListed(split(dense)));
}

TEST_CASE("a copy of a tensor that is reduced is reduced, too") {
  const Access a = accessOf("A", {"i"}, {compressed}), y = accessOf("y", {"i"}, {dense});
  Access w = accessOf("w", {"i"}, {dense});
  w.tensor.workspace = true;
  const StatementFacts facts = factsOf(cin::where(cin::forall("i", cin::assign(y, notation::AssignOp::Set, read(w))),
                                                  cin::forall("i", cin::assign(w, operators::min, read(a)))));
  CHECK(facts.reduces.at("y") == notation::AssignOp(operators::min));
  CHECK(facts.writers == 1);
}

}  // namespace
}  // namespace stardust::loops
