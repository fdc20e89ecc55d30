// Queries of statements, as the rooms use them.
#include "cin/query.h"

#include <doctest/doctest.h>

#include "cin/parse.h"
#include "cin/replace_accesses.h"

namespace stardust::cin {
namespace {

Stmt parsed(const std::string& text) { return parseStmt(makeSource("query", text)); }

Access workspace(const std::string& name, const std::vector<IndexVar>& indices) {
  notation::TensorVar tensor;
  tensor.name = name;
  tensor.workspace = true;
  return {tensor, indices};
}

// forall(i, where(y(i) = w, forall(j, w += A(i,j) * x(j)))), where w is a workspace.
Stmt rowSums() {
  const Access w = workspace("w", {});
  const Stmt sums = parsed("forall(j, s += A(i,j) * x(j))");
  const Stmt copied = parsed("y(i) = w");
  const Assign &sum = mainAssignment(sums), &copy = mainAssignment(copied);
  return forall("i", where(assign(copy.lhs, copy.op, notation::access(w.tensor, {})),
                           map(forall("j", assign(w, sum.op, sum.rhs)), "Spatial", "Reduction")));
}

std::vector<std::string> printed(const std::vector<Access>& accesses) {
  std::vector<std::string> texts;
  for (const Access& access : accesses) texts.push_back(notation::print(access));
  return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("accesses: as written with repetitions, or each once with what is read before what is written") {
  const Stmt stmt = parsed("forall(i, sequence(y(i) = a(i) * a(i), y(i) += b(i)))");
  CHECK(printed(allAccesses(stmt)) == Texts{"y(i)", "a(i)", "a(i)", "y(i)", "b(i)"});
  CHECK(printed(accessesIn(stmt)) == Texts{"a(i)", "y(i)", "b(i)"});
}

TEST_CASE("a where is written with its consumer first, and runs its producer first") {
  const Stmt stmt = rowSums();
  const auto assignments = placedAssignments(stmt);
  REQUIRE(assignments.size() == 2);
  CHECK(notation::print(assignments[0].assign.lhs) == "y(i)");
  CHECK(assignments[0].around == Texts{"i"});
  CHECK(assignments[1].around == Texts{"i", "j"});
  Texts uses, loops;
  for (const Use& use : usesIn(stmt)) {
    uses.push_back(notation::print(use.access) + (use.isWritten ? " written" : ""));
    loops.push_back(use.loop());
  }
  CHECK(uses == Texts{"A(i,j)", "x(j)", "w written", "w", "y(i) written"});
  CHECK(loops == Texts{"j", "j", "j", "i", "i"});
  CHECK(mainAssignment(stmt).lhs.tensor.name == "y");
  CHECK_FALSE(onlyAssignment(stmt));
  CHECK(onlyAssignment(placedWheres(stmt).at(0).where.producer)->around == Texts{"j"});
}

TEST_CASE("tensors that are read and written, directly and in loops") {
  const Stmt stmt = rowSums();
  CHECK(tensorsWritten(stmt) == std::set<std::string>{"w", "y"});
  CHECK(tensorsRead(stmt) == std::set<std::string>{"A", "w", "x"});
  CHECK(localWorkspaces(stmt) == std::set<std::string>{"w"});
  CHECK(writes(stmt, "w"));
  CHECK_FALSE(writes(stmt, "x"));
  CHECK_FALSE(assignsDirectly(stmt, "y"));
  CHECK(assignsDirectly(bodyOf(stmt, "i"), "y"));
}

TEST_CASE("loops, with those around them; a producer's are not on the way to the main assignment") {
  const Stmt stmt = rowSums();
  CHECK(loopVars(stmt) == Texts{"i", "j"});
  CHECK(placedLoops(stmt).at(1).around == Texts{"i"});
  CHECK(hasLoops(stmt));
  CHECK_FALSE(hasLoops(parsed("y(i) = a(i)")));
  CHECK_FALSE(bodyOf(stmt, "j"));
  CHECK(nestOf(parsed("forall(i, forall(j, A(i,j) = B(i,j)))")).vars == Texts{"i", "j"});
  CHECK(std::holds_alternative<Forall>(withoutMaps(placedWheres(stmt).at(0).where.producer)->kind));
}

TEST_CASE("a copy of what is reduced is reduced by the same operator") {
  const Stmt stmt = parsed("where(forall(i, y(i) = v(i)), where(forall(i, v(i) = w(i)), forall(i, w(i) min= a(i))))");
  const auto reductions = reductionsIn(stmt);
  REQUIRE(reductions.size() == 3);
  for (const auto& [tensor, op] : reductions) CHECK(notation::symbol(op) == "min=");
  CHECK(reductionsIn(parsed("forall(i, y(i) = a(i))")).empty());
}

TEST_CASE("a where is for the workspaces that its producer writes and its consumer reads") {
  const auto wheres = placedWheres(rowSums());
  CHECK(printed(filledBy(wheres.at(0).where)) == Texts{"w"});
  const Where swapped{wheres[0].where.producer, wheres[0].where.consumer};
  CHECK(filledBy(swapped).empty());
}

TEST_CASE("accesses are replaced on both sides; a statement without any stays the same node") {
  const Stmt stmt = rowSums();
  const Stmt renamed = withAccesses(stmt, [](Access access) -> std::optional<Access> {
    if (access.tensor.name != "w") return std::nullopt;
    access.tensor.name = "v";
    return access;
  });
  CHECK(tensorsWritten(renamed) == std::set<std::string>{"v", "y"});
  CHECK(tensorsRead(renamed) == std::set<std::string>{"A", "v", "x"});
  CHECK(withAccesses(stmt, [](const Access&) { return std::optional<Access>(); }).same(stmt));
}

TEST_CASE("index variables of loops, accesses and relations; extents that follow from each other") {
  const Stmt stmt = parsed("suchthat(forall(io, forall(ii, y(i) = a(i))), split_up(i, io, ii, 16), bound(i, 100))");
  CHECK(indexVars(stmt) == Texts{"io", "ii", "i"});
  CHECK(extentsOf(stmt, {"io", "ii"}) == std::vector<std::int64_t>{7, 16});
  CHECK(extentsOf(stmt, {"io", "k"}).empty());
}

}  // namespace
}  // namespace stardust::cin
