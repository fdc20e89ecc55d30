// Names, schedules as values, and what a statement does to its tensors.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "api/nodes.h"
#include "cin/concretize.h"
#include "stardust/stardust.h"

using namespace stardust;

namespace {

const Format csr({dense, compressed}, offChip);

struct Sddmm {
  Tensor<int> A{{4, 4}, csr}, B{{4, 4}, csr}, C{{4, 4}, Format({dense, dense})},
      D{{4, 4}, Format({dense, dense}, {1, 0})};
  IndexVar i, j, k;
  IndexExpr product() const { return B(i, j) * C(i, k) * D(k, j); }
};

const RunOptions oracle{Target::Oracle, "capstan", "hbm2e"};

std::string printed(const TensorBase& tensor) {
  std::ostringstream out;
  out << tensor;
  return out.str();
}

}  // namespace

TEST_CASE("tensors and index variables are named by first appearance, unless they have names") {
  Sddmm s;
  s.A(s.i, s.j) = s.product();
  CHECK(s.A.getAssignment().str() == "forall(i, forall(j, forall(k, A(i,j) += B(i,j) * C(i,k) * D(k,j))))");

  Tensor<float> x("x", {3}, Format({dense})), y({3}, Format({dense}));
  IndexVar row("row");
  y(row) = -x(row) + 2.5;
  CHECK(y.getAssignment().str() == "forall(row, A(row) = -x(row) + 2.5)");

  Tensor<float> other("x", {3}, Format({dense}));
  y(row) = x(row) + other(row);
  CHECK(y.getAssignment().str() == "forall(row, A(row) = x(row) + x2(row))");
}

TEST_CASE("names that were given stay, whatever appears before them") {
  const Format dense1({dense});
  Tensor<float> A("A", {3}, dense1), B("B", {3}, dense1), y({3}, dense1), unnamed({3}, dense1);
  IndexVar named("i"), i;
  y(i) = unnamed(i) * A(i) + B(i);
  CHECK(y.getAssignment().str() == "forall(i, C(i) = D(i) * A(i) + B(i))");
  Tensor<float> M({3, 3}, Format({dense, dense}));
  y(i) = M(i, named) * A(named);
  CHECK(y.getAssignment().str() == "forall(j, forall(i, B(j) += C(j,i) * A(i)))");
  Tensor<float> x("x", {3}, dense1), twin("x", {3}, dense1), x2("x2", {3}, dense1);
  y(i) = x(i) + twin(i) + x2(i);
  CHECK(y.getAssignment().str() == "forall(i, A(i) = x(i) + x3(i) + x2(i))");
  Tensor<float> z("z", {3}, dense1), old("z_old", {3}, dense1);
  z.insert({0}, 1.0);
  z(i) += old(i);
  CHECK(z.getAssignment().str() == "forall(i, z(i) = z_old2(i) + z_old(i))");
}

TEST_CASE("names that are given in a schedule stay, too") {
  const Format dense1({dense}), dense2({dense, dense});
  Tensor<float> M({3, 4}, dense2), v({4}, dense1), y({3}, dense1), b({3}, dense1);
  IndexVar i, j;
  y(i) = M(i, j) * v(j);
  const IndexStmt stmt = y.getAssignment();
  CHECK(stmt.str() == "forall(i, forall(j, A(i) += B(i,j) * C(j)))");
  // Unnamed tensors and variables give way to those that have names.
  Tensor<float> B("B", {4}, Format({dense}, onChip));
  const IndexStmt copied = stmt.precompute(v(j), {j}, {j}, B);
  CHECK(copied.schedule() == "precompute(C(j), {j}, {j}, B)");
  CHECK(copied.str() == "where(forall(i, forall(j, A(i) += B2(i,j) * B(j))), forall(j, B(j) = C(j)))");
  IndexVar outer("j"), inner("i");
  const IndexStmt split = copied.splitUp(i, outer, inner, 2);
  CHECK(split.schedule() == "precompute(C(j2), {j2}, {j2}, B), split_up(i2, j, i, 2)");
  // So does what the schedule made up.
  Tensor<float> ws("ws", {4}, Format({dense}, onChip));
  const IndexStmt reduced = stmt.accelerate(forall(j, y(i) += M(i, j) * v(j)), Spatial, Reduction, 0);
  CHECK(reduced.str().find("ws += ") != std::string::npos);
  const IndexStmt named = reduced.precompute(v(j), {j}, {j}, ws);
  CHECK(named.str().find("ws(j) = C(j)") != std::string::npos);
  CHECK(named.str().find("ws_2 += ") != std::string::npos);
  Tensor<float> t("t", {4}, Format({dense}, onChip));
  y(i) = b(i) - M(i, j) * v(j);
  CHECK(y.getAssignment().precompute(v(j), {j}, {j}, t).str().find("t(j) = D(j)") != std::string::npos);
}

TEST_CASE("a schedule prints, and replays to the same statement") {
  Sddmm s;
  s.A(s.i, s.j) = s.product();
  Tensor<int> ws(onChip);
  const IndexStmt start = s.A.getAssignment();
  IndexStmt stmt = start.environment(innerPar, 16).environment(outerPar, 2);
  stmt = stmt.precompute(s.product(), {}, {}, ws);
  stmt = stmt.accelerate(forall(s.k, ws += s.product()), Spatial, Reduction, innerPar);
  CHECK(stmt.schedule() ==
        "environment(innerPar, 16), environment(outerPar, 2), precompute(B(i,j) * C(i,k) * D(k,j), {}, {}, ws), "
        "accelerate(forall(k, ws += B(i,j) * C(i,k) * D(k,j)), Spatial, Reduction, innerPar)");
  const auto commands = schedule::parse(makeSource("schedule", stmt.schedule()));
  CHECK(cin::print(schedule::apply(start.state()->stmt, commands)) == stmt.str());
  CHECK(start.schedule().empty());  // commands make new statements
  std::ostringstream out;
  out << stmt;
  CHECK(out.str() == stmt.str());
}

TEST_CASE("reorder and map take variables and factors") {
  Tensor<float> A({3, 4}, Format({dense, dense})), x({4}, Format({dense})), y({3}, Format({dense}));
  IndexVar i, j;
  y(i) = A(i, j) * x(j);
  CHECK(y.getAssignment().reorder({j, i}).str() == "forall(j, forall(i, A(i) += B(i,j) * C(j)))");
  Tensor<float> ws(onChip), other(onChip);
  const IndexStmt stmt = y.getAssignment().precompute(A(i, j) * x(j), {}, {}, ws);
  CHECK(stmt.map(forall(j, ws += A(i, j) * x(j)), Spatial, Reduction, 4).str() ==
        "forall(i, where(A(i) = ws, map(forall(j, ws += B(i,j) * C(j)), Spatial, Reduction, 4)))");
  // A second workspace gets another name, and so does one beside a workspace that the schedule made.
  CHECK(stmt.precompute(x(j), {j}, {j}, Tensor<float>({4}, Format({dense}, onChip))).schedule().find("{j}, ws2)") !=
        std::string::npos);
}

TEST_CASE("a statement in a schedule defines nothing") {
  Tensor<int> A({2, 2}, csr), x({2}, Format({dense})), y({2}, Format({dense})), ws(onChip);
  A.insert({0, 0}, 2);
  x.insert({0}, 3);
  IndexVar i, j;
  y(i) = A(i, j) * x(j);
  const IndexStmt stmt = y.getAssignment();
  y.evaluate(oracle);
  const std::string value = printed(y);
  const Pattern pattern = forall(j, y(i) += A(i, j) * x(j));
  y.compile(stmt.accelerate(pattern, Spatial, Reduction, 2));  // y still has the assignment that stmt came from
  y.evaluate(oracle);
  CHECK(printed(y) == value);
  ws.insert({}, 5);
  forall(j, ws += A(i, j) * x(j));
  CHECK(printed(ws) == "5\n");
}

TEST_CASE("entries add up, before and after they are packed; copies share them") {
  Tensor<int> A({2, 3}, csr);
  CHECK(A.stored() == 0);
  CHECK(printed(A).empty());
  A.insert({1, 2}, 4);
  A.insert({0, 1}, 1.0);
  A.insert({1, 2}, std::int64_t{-1});
  const Tensor<int> copy = A;
  CHECK(printed(copy) == "(0,1) = 1\n(1,2) = 3\n");
  A.insert({1, 2}, 1);
  A.insert({1, 0}, 7);
  CHECK(printed(copy) == "(0,1) = 1\n(1,0) = 7\n(1,2) = 4\n");
  CHECK(A.stored() == 3);
  Tensor<float> zeros({2}, Format({dense}));
  CHECK(printed(zeros) == "(0) = 0\n(1) = 0\n");
  Tensor<std::int64_t> big;
  big.insert({}, std::int64_t{9007199254740993});  // not a double
  CHECK(printed(big) == "9007199254740993\n");
}

TEST_CASE("a tensor is freed with its last handle") {
  std::weak_ptr<api::TensorState> result, workspace;
  {
    Sddmm s;
    Tensor<int> ws(onChip);
    result = s.A.state();
    workspace = ws.state();
    s.A(s.i, s.j) = s.product();
    IndexStmt stmt = s.A.getAssignment().precompute(s.product(), {}, {}, ws);
    s.A.compile(stmt.accelerate(forall(s.k, ws += s.product()), Spatial, Reduction, 4));
  }
  CHECK(result.expired());
  CHECK(workspace.expired());
}

TEST_CASE("operands live as long as what is computed from them") {
  Tensor<int> y({2}, Format({dense}));
  IndexVar i;
  {
    Tensor<int> x({2}, Format({dense}));
    x.insert({1}, 4);
    y(i) = x(i) * 2;
  }
  y.evaluate(oracle);
  CHECK(printed(y) == "(0) = 0\n(1) = 8\n");
}

TEST_CASE("what is redefined is computed anew") {
  Tensor<int> x({1}, Format({dense})), y({1}, Format({dense}));
  x.insert({0}, 4);
  IndexVar i;
  y(i) = x(i);
  y.evaluate(oracle);
  y(i) = x(i) + 1;
  y.evaluate(oracle);
  CHECK(printed(y) == "(0) = 5\n");
}

TEST_CASE("files in place of entries, and results into files") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("stardust_api_" + std::to_string(std::random_device{}()));
  std::filesystem::create_directory(folder);
  const std::string in = (folder / "in.tns").string(), out = (folder / "out.tns").string();
  std::ofstream(in) << "1 2 5\n3 1 -2\n";
  Tensor<int> A({3, 4}, csr), B({3, 4}, csr);
  A.insert({0, 0}, 9);
  CHECK(A.read(in).empty());
  CHECK(printed(A) == "(0,1) = 5\n(2,0) = -2\n");
  IndexVar i, j;
  B(i, j) = 3 * A(i, j);
  B.write(out);
  std::stringstream text;
  text << std::ifstream(out).rdbuf();
  CHECK(text.str() == "1 2 15\n3 1 -6\n");
  Tensor<int> narrow({3, 1}, csr);
  CHECK_THROWS_AS(narrow.read(in), Error);
  CHECK(printed(narrow).empty());
  const std::string upper = (folder / "upper.mtx").string();
  std::ofstream(upper) << "%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n1 2 7\n";
  Tensor<int> S({2, 2}, csr);
  const std::vector<std::string> notes = S.read(upper);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].find("upper.mtx line 3: the matrix is given by its upper triangle") != std::string::npos);
  CHECK(printed(S) == "(0,1) = 7\n(1,0) = 7\n");
  std::filesystem::remove_all(folder);
}

TEST_CASE("min and max are functions of expressions") {
  Tensor<float> a("a", {3}, Format({compressed})), b("b", {3}, Format({dense})), alpha, y("y", {3}, Format({dense}));
  IndexVar i("i");
  y(i) = min(a(i), b(i), 2) - max(alpha, -a(i));
  CHECK(y.getAssignment().str() == "forall(i, y(i) = min(a(i), b(i), 2) - max(A, -a(i)))");
}

TEST_CASE("functions of the notation are functions of expressions, by name and by call") {
  Tensor<float> a("a", {3}, Format({compressed})), y("y", {3}, Format({compressed}));
  IndexVar i("i");
  a.insert({0}, -4.0F);
  a.insert({2}, 2.25F);
  y(i) = sqrt(abs(a(i))) + call("abs", {a(i)});
  CHECK(y.getAssignment().str() == "forall(i, y(i) = sqrt(abs(a(i))) + abs(a(i)))");
  y.evaluate(oracle);
  CHECK(printed(y) == "(0) = 6\n(2) = 3.75\n");
  CHECK_THROWS_WITH(call("sqtr", {a(i)}), doctest::Contains("did you mean sqrt?"));
  CHECK_THROWS_WITH(call("sqrt", {a(i), a(i)}), doctest::Contains("sqrt has 1 operand, not 2"));

  Tensor<int> n("n", {3}, Format({dense})), z("z", {3}, Format({dense}));
  z(i) = sqrt(n(i));
  CHECK_THROWS_WITH(z.evaluate(oracle), doctest::Contains("sqrt is not defined for the value type int"));
}

TEST_CASE("accumulation reads what the tensor held") {
  Tensor<int> x("x", {3}, Format({compressed})), y("y", {3}, Format({compressed}));
  IndexVar i("i");
  x.insert({0}, 5);
  x.insert({2}, 7);
  y(i) += x(i);  // into nothing
  CHECK(y.getAssignment().str() == "forall(i, y(i) = x(i))");

  Tensor<int> z("z", {3}, Format({compressed}));
  z.insert({1}, 1);
  z.insert({2}, 2);
  z(i) += x(i);
  CHECK(z.getAssignment().str() == "forall(i, z(i) = z_old(i) + x(i))");
  z.evaluate(oracle);
  CHECK(printed(z) == "(0) = 5\n(1) = 1\n(2) = 9\n");
  for (int n = 0; n < 300; ++n) {  // no chain grows while there are values
    z(i) += x(i);
    z.evaluate(oracle);
  }
  CHECK(printed(z) == "(0) = 1505\n(1) = 1\n(2) = 2109\n");
  x.insert({2}, -7);  // counts from now on only: what z held was computed before
  z.evaluate(oracle);
  CHECK(printed(z) == "(0) = 1505\n(1) = 1\n(2) = 2102\n");
}

TEST_CASE("accumulation into an expression that has no values yet") {
  Tensor<int> x("x", {2}, Format({dense})), y("y", {2}, Format({dense})), z("z", {2}, Format({dense}));
  IndexVar i("i");
  x.insert({0}, 5);
  y(i) = 2 * x(i);
  y(i) += x(i);
  z(i) = 1 + y(i);
  z.evaluate(oracle);
  CHECK(printed(z) == "(0) = 16\n(1) = 1\n");
  x.insert({1}, 1);
  z.evaluate(oracle);
  CHECK(printed(z) == "(0) = 16\n(1) = 4\n");
}

TEST_CASE("a statement to find leaves the tensor as it was, whatever its operator") {
  Tensor<int> x("x", {2}, Format({dense})), y("y", {2}, Format({dense}));
  IndexVar i("i");
  x.insert({0}, 5);
  y.insert({1}, 3);
  forall(i, y(i) += x(i));
  forall(i, y(i) *= x(i));
  forall(i, y(i).minEquals(x(i)));
  CHECK(printed(y) == "(0) = 0\n(1) = 3\n");
  y.insert({0}, 1);
  CHECK(printed(y) == "(0) = 1\n(1) = 3\n");
}

TEST_CASE("a step of the Bellman-Ford algorithm") {
  const float far = std::numeric_limits<float>::infinity();
  Tensor<float> A("A", {3, 3}, csr), d("d", {3}, Format({dense})), before("before", {3}, Format({dense}));
  IndexVar i("i"), j("j");
  A.insert({1, 0}, 4.0);
  A.insert({2, 0}, 9.0);
  A.insert({2, 1}, 3.0);
  d.insert({1}, far);
  d.insert({2}, far);
  const auto step = [&] {
    Tensor<float> now("now", {3}, Format({dense}));
    d.forEach([&](const auto& coordinates, double value) { now.insert(coordinates, value); });
    d(i).minEquals(A(i, j) + now(j));
    d.evaluate(oracle);
  };
  step();
  CHECK(printed(d) == "(0) = 0\n(1) = 4\n(2) = 9\n");
  step();
  CHECK(printed(d) == "(0) = 0\n(1) = 4\n(2) = 7\n");
}
