#include <doctest/doctest.h>

#include <set>

#include "iteration/rules.h"

using namespace stardust;
using namespace stardust::notation;
using iteration::contractionSet;

namespace {

TensorVar tensor(const std::string& name, Format format) { return {name, std::move(format), ValueType::Float32, {}, false}; }
const Format csr({dense, compressed}), vec({dense}), sparseVec({compressed}), matrix({dense, dense});

Expr A(const char* i, const char* j) { return access(tensor("A", csr), {i, j}); }
Expr B(const char* i, const char* j) { return access(tensor("B", csr), {i, j}); }
Expr x(const char* j) { return access(tensor("x", vec), {j}); }
Expr operator*(const Expr& a, const Expr& b) { return binary(BinaryOp::Mul, a, b); }
Expr operator+(const Expr& a, const Expr& b) { return binary(BinaryOp::Add, a, b); }

cin::Stmt into(const std::string& result, const Expr& rhs) { return cin::assign({tensor(result, vec), {"i"}}, AssignOp::Add, rhs); }

std::string setOver(const char* var, const cin::Stmt& stmt) { return print(contractionSet(var, stmt)); }

}  // namespace

TEST_CASE("products intersect and sums unite") {
  CHECK(setOver("j", into("y", A("i", "j") * x("j"))) == "A2 ∩ U");
  CHECK(setOver("j", into("y", A("i", "j") + B("i", "j"))) == "A2 ∪ B2");
  CHECK(setOver("i", into("y", A("i", "j") * x("j"))) == "U");
}

TEST_CASE("an operand without the variable leaves a product alone and makes a sum universal") {
  CHECK(setOver("j", into("y", A("i", "j") * x("i"))) == "A2");
  CHECK(setOver("j", into("y", A("i", "j") + x("i"))) == "A2 ∪ U");
  CHECK(setOver("j", into("y", negate(A("i", "j")) * literal(std::int64_t{3}))) == "A2");
}

TEST_CASE("a scalar workspace stands for what fills it") {
  TensorVar ws = tensor("ws", Format());
  ws.workspace = true;
  const auto stmt = cin::where(into("y", access(ws, {})), cin::forall("k", cin::assign({ws, {}}, AssignOp::Add, A("i", "j") * x("k"))));
  CHECK(setOver("j", stmt) == "A2");
}

TEST_CASE("rules end in the universe or in one compressed level, and say which fired") {
  const auto spmv = iteration::resolve("j", contractionSet("j", into("y", A("i", "j") * x("j"))));
  REQUIRE(spmv.driver);
  CHECK(print(spmv.driver->access) == "A(i,j)");
  CHECK(spmv.driver->level == 1);
  REQUIRE(spmv.fired.size() == 2);
  CHECK(std::string(spmv.fired[0]->name) == "compressed-intersection-left");
  CHECK(std::string(spmv.fired[1]->name) == "compressed");

  CHECK(!iteration::resolve("j", contractionSet("j", into("y", A("i", "j") + x("j")))).driver);
  const auto twice = iteration::resolve("j", contractionSet("j", into("y", A("i", "j") * A("i", "j"))));
  REQUIRE(twice.driver);
  CHECK(std::string(twice.fired[0]->name) == "idempotent-intersection");
}

TEST_CASE("a set without a rule is refused with the set, the part, and the rules there are") {
  try {
    iteration::resolve("j", contractionSet("j", into("y", A("i", "j") * B("i", "j") * x("j"))));
    FAIL("two different compressed levels have no rule");
  } catch (const Error& e) {
    CHECK(e.diagnostic().family == Family::Unsupported);
    CHECK(e.diagnostic().what == "no rewrite rule for the loop over j: it iterates over (A2 ∩ B2) ∩ U, and nothing matches A2 ∩ B2");
    CHECK(e.diagnostic().why.find("C ∩ U") != std::string::npos);
    CHECK(!e.diagnostic().remedy.empty());
  }
}

TEST_CASE("every row of the table has a name of its own") {
  std::set<std::string> names;
  for (const auto& rule : iteration::rules()) CHECK(names.insert(rule.name).second);
}
