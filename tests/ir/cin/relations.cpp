#include <doctest/doctest.h>

#include "cin/parse.h"

using namespace stardust;

TEST_CASE("relations are read as they are printed") {
  for (const char* text : {"suchthat(forall(io, forall(ii, y(i) = x(i))), split_up(i, io, ii, 16))",
                           "suchthat(forall(f, y(i,j) = x(j)), innerPar=16, fuse(i, j, f), bound(i, 128), bound(j, 3))",
                           "suchthat(forall(io, forall(ii, y(i) = x(i))), split_down(i, io, ii, 4), outerPar=2)",
                           "suchthat(forall(i, forall(j, y(i) += A(i,j))), parallelize(i, CPUThread), vectorize(j))",
                           "suchthat(forall(i, y(i) = x(i)), unroll(i, 4))",
                           "suchthat(forall(i, forall(p, y(i) += A(i,j))), pos(j, p, A(i,j)))",
                           "suchthat(forall(i, forall(k, y(i) += x(x_at) * w(k))), index(x_at, 2*i + k + 1))",
                           "suchthat(forall(i, y(i) = x(x_at)), index(x_at, p(i) + 1))"}) {
    const cin::Stmt stmt = cin::parseStmt(makeSource("statement", text));
    CHECK(cin::print(stmt) == text);
    CHECK(cin::equal(cin::parseStmt(makeSource("statement", cin::print(stmt))), stmt));
  }
}

TEST_CASE("a later setting or bound wins, splits join") {
  cin::Stmt stmt =
      cin::parseStmt(makeSource("statement", "suchthat(forall(i, y(i) = x(i)), innerPar=16, bound(i, 7))"));
  stmt = cin::suchThat(stmt, {cin::Bound{"i", 8}, cin::Setting{"innerPar", 1}, cin::SplitUp{"j", "jo", "ji", 2}});
  CHECK(cin::print(stmt) == "suchthat(forall(i, y(i) = x(i)), innerPar=1, bound(i, 8), split_up(j, jo, ji, 2))");
}

TEST_CASE("variables that no loop binds must follow from the loops") {
  CHECK_NOTHROW(cin::verify(
      cin::parseStmt(makeSource("s", "suchthat(forall(ii, forall(io, y(i) = x(i))), split_up(i, io, ii, 16))"))));
  CHECK_THROWS_AS(
      cin::verify(cin::parseStmt(makeSource("s", "suchthat(forall(io, y(i) = x(i)), split_up(i, io, ii, 16))"))),
      Error);
  CHECK_THROWS_AS(
      cin::verify(cin::parseStmt(makeSource("s", "suchthat(forall(f, forall(j, y(i) = x(j))), fuse(i, j, f))"))),
      Error);
}
