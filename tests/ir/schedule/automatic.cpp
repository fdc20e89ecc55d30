#include "schedule/automatic.h"

#include <doctest/doctest.h>

#include "cin/parse.h"
#include "schedule/search.h"

using namespace stardust;

namespace {

using Formats = std::map<std::string, Format>;

const Format csr({dense, compressed}), dcsr({compressed, compressed}), sparse({compressed});

// Statements from text, with formats; workspaces are the names that begin with w or t.
cin::Stmt withFormats(const cin::Stmt& stmt, const Formats& formats) {
  const auto known = [&](notation::Access access) {
    const auto format = formats.find(access.tensor.name);
    if (format != formats.end()) access.tensor.format = format->second;
    access.tensor.workspace = access.tensor.name[0] == 'w' || access.tensor.name[0] == 't';
    return access;
  };
  if (const auto* assign = std::get_if<cin::Assign>(&stmt->kind)) {
    const notation::Expr rhs = notation::rewrite(assign->rhs, [&](const notation::Expr& e) {
      const auto* access = std::get_if<notation::Access>(&e->kind);
      if (!access) return notation::Expr();
      const notation::Access made = known(*access);
      return notation::access(made.tensor, made.indices);
    });
    return cin::assign(known(assign->lhs), assign->op, rhs);
  }
  return cin::mapChildren(stmt, [&](const cin::Stmt& child) { return withFormats(child, formats); });
}

cin::Stmt parsed(const std::string& text, const Formats& formats = {}) {
  const cin::Stmt stmt = withFormats(cin::parseStmt(makeSource("statement", text)), formats);
  cin::verify(stmt);
  return stmt;
}

std::string workspaces(const std::string& text, const Formats& formats) {
  const cin::Stmt result = schedule::insertWorkspaces(parsed(text, formats));
  cin::verify(result);
  CHECK(schedule::insertWorkspaces(result).same(result));
  return cin::print(result);
}

std::string reductions(const std::string& text) {
  const cin::Stmt result = schedule::accelerateReductions(parsed(text));
  cin::verify(result);
  CHECK(schedule::accelerateReductions(result).same(result));
  return cin::print(result);
}

}  // namespace

TEST_CASE("a scatter into a compressed result gets a workspace") {
  const std::string gustavson = "forall(i, forall(k, forall(j, A(i,j) += B(i,k) * C(k,j))))";
  CHECK(workspaces(gustavson, {{"A", csr}, {"B", csr}, {"C", csr}}) ==
        "forall(i, where(forall(j, A(i,j) = w(j)), forall(k, forall(j, w(j) += B(i,k) * C(k,j)))))");
  CHECK(workspaces(gustavson, {{"A", Format({dense, dense})}}) == gustavson);
  // The innermost loops already reduce: no workspace is needed.
  const std::string inner = "forall(i, forall(j, forall(k, A(i,j) += B(i,k) * C(k,j))))";
  CHECK(workspaces(inner, {{"A", csr}}) == inner);
  // Outer products scatter into the whole result, as do other orders of its loops.
  CHECK(workspaces("forall(k, forall(i, forall(j, A(i,j) += B(i,k) * C(k,j))))", {{"A", dcsr}}) ==
        "where(forall(i, forall(j, A(i,j) = w(i,j))), forall(k, forall(i, forall(j, w(i,j) += B(i,k) * C(k,j)))))");
  CHECK(workspaces("forall(j, forall(i, A(i,j) = B(i,j)))", {{"A", csr}}) ==
        "where(forall(i, forall(j, A(i,j) = w(i,j))), forall(j, forall(i, w(i,j) = B(i,j))))");
}

TEST_CASE("several reductions, several writers, tiles and fused loops") {
  CHECK(workspaces("forall(i, forall(k, forall(l, forall(j, A(i,j) += B(i,k,l) * C(k,j)))))", {{"A", csr}}) ==
        "forall(i, where(forall(j, A(i,j) = w(j)), forall(k, forall(l, forall(j, w(j) += B(i,k,l) * C(k,j))))))");
  CHECK(workspaces("sequence(forall(i, y(i) min= x(i)), forall(i, forall(j, y(i) min= B(i,j))))", {{"y", sparse}}) ==
        "where(forall(i, y(i) = w(i)), sequence(forall(i, w(i) min= x(i)), forall(i, forall(j, w(i) min= B(i,j)))))");
  CHECK(workspaces("forall(i, sequence(y(i) min= x(i), forall(j, y(i) min= B(i,j))))", {{"y", sparse}}) ==
        "forall(i, where(y(i) = w, sequence(w min= x(i), forall(j, w min= B(i,j)))))");
  CHECK(workspaces("forall(i, forall(k, where(y(i) += t * x(k), forall(l, t += B(i,k,l)))))", {{"y", sparse}}) ==
        "forall(i, where(y(i) = w, forall(k, where(w += t * x(k), forall(l, t += B(i,k,l))))))");
  CHECK(
      workspaces(
          "suchthat(forall(i, forall(jo, forall(k, forall(ji, A(i,j) += B(i,k) * C(k,j))))), split_up(j, jo, ji, 8))",
          {{"A", csr}}) ==
      "suchthat(forall(i, where(forall(j, A(i,j) = w(j)), forall(jo, forall(k, forall(ji, w(j) += B(i,k) * C(k,j)))))), "
      "split_up(j, jo, ji, 8))");
  CHECK(
      workspaces("suchthat(forall(f, forall(j, A(i,j) += B(i,k) * C(k,j))), fuse(i, k, f))", {{"A", csr}}) ==
      "suchthat(where(forall(i, forall(j, A(i,j) = w(i,j))), forall(f, forall(j, w(i,j) += B(i,k) * C(k,j)))), fuse(i, k, f))");
}

TEST_CASE("reductions of every operator, over several loops, and into workspaces") {
  CHECK(reductions("forall(i, forall(j, forall(k, y(i) += A(i,j,k))))") ==
        "forall(i, where(y(i) = ws, forall(j, map(forall(k, ws += A(i,j,k)), Spatial, Reduction))))");
  CHECK(reductions("forall(i, forall(j, s max= A(i,j)))") ==
        "where(s = ws, forall(i, map(forall(j, ws max= A(i,j)), Spatial, Reduction)))");
  CHECK(reductions("forall(i, where(y(i) = t, forall(j, forall(k, t += A(i,j,k)))))") ==
        "forall(i, where(y(i) = t, forall(j, map(forall(k, t += A(i,j,k)), Spatial, Reduction))))");
  CHECK(
      reductions("forall(i, where(forall(j, y(i,j) = w(j)), forall(j, forall(k, w(j) += A(i,j,k)))))") ==
      "forall(i, where(forall(j, y(i,j) = w(j)), forall(j, where(w(j) = ws, map(forall(k, ws += A(i,j,k)), Spatial, Reduction)))))");
  // Another statement also reduces into the same coordinates.
  CHECK(reductions("forall(k, forall(i, forall(j, y(i) += A(i,j,k))))") ==
        "forall(k, forall(i, where(y(i) += ws, map(forall(j, ws += A(i,j,k)), Spatial, Reduction))))");
  CHECK(
      reductions("sequence(forall(i, y(i) min= x(i)), forall(i, forall(j, y(i) min= B(i,j))))") ==
      "sequence(forall(i, y(i) min= x(i)), forall(i, where(y(i) min= ws, map(forall(j, ws min= B(i,j)), Spatial, Reduction))))");
}

TEST_CASE("split and fused loops reduce if the left-hand side does not determine them") {
  CHECK(reductions("suchthat(forall(io, forall(ii, y(i) += x(i))), split_up(i, io, ii, 4))") ==
        "suchthat(forall(io, forall(ii, y(i) += x(i))), split_up(i, io, ii, 4))");
  CHECK(
      reductions("suchthat(forall(i, forall(jo, forall(ji, y(i) += A(i,j)))), split_up(j, jo, ji, 4))") ==
      "suchthat(forall(i, where(y(i) = ws, forall(jo, map(forall(ji, ws += A(i,j)), Spatial, Reduction)))), split_up(j, jo, ji, 4))");
}

TEST_CASE("dense levels below the last compressed one accumulate in memory, where processors run") {
  const Formats formats = {{"A", Format({compressed, dense})}, {"B", dcsr}, {"C", Format({dense, dense})}};
  const std::string rows = "forall(i, forall(k, forall(j, A(i,j) += B(i,k) * C(k,j))))";
  CHECK(cin::print(schedule::insertWorkspaces(parsed(rows, formats), schedule::Rows::InMemory)) == rows);
  CHECK(workspaces(rows, formats) ==
        "forall(i, where(forall(j, A(i,j) = w(j)), forall(k, forall(j, w(j) += B(i,k) * C(k,j)))))");
}

TEST_CASE("rows go inside the loops that reduce") {
  const auto rows = [](const std::string& text, const Formats& formats) {
    const cin::Stmt result = schedule::rowsInnermost(parsed(text, formats));
    cin::verify(result);
    CHECK(schedule::rowsInnermost(result).same(result));
    return cin::print(result);
  };
  const Format matrix({dense, dense});
  const std::string inner = "forall(i, forall(j, forall(k, A(i,j) += B(i,k) * C(k,j))))",
                    outer = "forall(i, forall(k, forall(j, A(i,j) += B(i,k) * C(k,j))))";
  CHECK(rows(inner, {{"A", matrix}, {"B", csr}, {"C", matrix}}) == outer);
  CHECK(rows(inner, {{"A", matrix}, {"B", csr}, {"C", csr}}) == inner);  // rows of C are sparse
  CHECK(rows(inner, {{"A", matrix}, {"B", csr}, {"C", Format({dense, dense}, {1, 0}, offChip)}}) ==
        inner);  // stored by columns
  CHECK(rows("forall(i, forall(j, A(i,j) = B(i,j)))", {{"A", matrix}, {"B", matrix}}) ==
        "forall(i, forall(j, A(i,j) = B(i,j)))");
  const std::string where = "forall(i, where(A(i) = t, forall(k, t += B(i,k))))";
  CHECK(rows(where, {{"A", Format({dense})}, {"B", csr}}) == where);
}

TEST_CASE("what all terms of a sum share is multiplied once") {
  const auto hoisted = [](const std::string& text) {
    const cin::Stmt result = schedule::hoistFactors(parsed(text));
    cin::verify(result);
    CHECK(schedule::hoistFactors(result).same(result));
    return cin::print(result);
  };
  CHECK(hoisted("forall(i, where(y(i) = t + z(i), forall(k, t += a * B(i,k) * x(k))))") ==
        "forall(i, where(y(i) = a * t + z(i), forall(k, t += B(i,k) * x(k))))");
  CHECK(hoisted("forall(i, where(y(i) = t, forall(k, t += B(i,k) * x(i) * 2)))") ==
        "forall(i, where(y(i) = x(i) * 2 * t, forall(k, t += B(i,k))))");
  for (const char* kept :
       {"forall(i, where(y(i) = t, forall(k, t += B(i,k) * x(k))))",    // nothing is shared
        "forall(i, where(y(i) = t, forall(k, t += z(i))))",             // nothing remains
        "forall(i, where(y(i) = t * t, forall(k, t += z(i) * x(k))))",  // read twice
        "forall(i, where(y(i) = t, forall(k, t max= z(i) * x(k))))",    // a negative factor would reverse the order
        "forall(i, where(y(i) = t, forall(k, t += z(i) + x(k))))"})     // not a product
    CHECK(hoisted(kept) == kept);
}
