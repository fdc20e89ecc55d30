#include "iteration/contraction.h"

#include <doctest/doctest.h>

using namespace stardust;
using namespace stardust::notation;
using iteration::contractionSet;

namespace {

TensorVar tensor(const std::string& name, Format format) {
  return {name, std::move(format), ValueType::Float32, {}, false};
}
const Format csr({dense, compressed}), vec({dense}), sparseVec({compressed}), matrix({dense, dense});

Expr A(const char* i, const char* j) { return access(tensor("A", csr), {i, j}); }
Expr B(const char* i, const char* j) { return access(tensor("B", csr), {i, j}); }
Expr x(const char* j) { return access(tensor("x", vec), {j}); }
Expr operator*(const Expr& a, const Expr& b) { return binary(operators::multiply, a, b); }
Expr operator+(const Expr& a, const Expr& b) { return binary(operators::add, a, b); }

cin::Stmt into(const std::string& result, const Expr& rhs) {
  return cin::assign({tensor(result, vec), {"i"}}, operators::add, rhs);
}

std::string setOver(const char* var, const cin::Stmt& stmt) { return print(contractionSet(var, stmt, {"i"})); }

}  // namespace

TEST_CASE("products intersect and sums unite") {
  CHECK(setOver("j", into("y", A("i", "j") * x("j"))) == "A2 ∩ U");
  CHECK(setOver("j", into("y", A("i", "j") + B("i", "j"))) == "A2 ∪ B2");
  CHECK(setOver("i", into("y", A("i", "j") * x("j"))) == "U");
}

TEST_CASE("for people, no universe stands beside another set, and no level beside itself") {
  const auto shown = [](const cin::Stmt& stmt) { return print(simplified(contractionSet("j", stmt, {"i"}))); };
  CHECK(shown(into("y", A("i", "j") * x("j"))) == "A2");
  CHECK(shown(into("y", x("j") * A("i", "j"))) == "A2");
  CHECK(shown(into("y", A("i", "j") + x("j"))) == "U");
  CHECK(shown(into("y", x("j") * (A("i", "j") + B("i", "j")))) == "A2 ∪ B2");
  CHECK(shown(into("y", A("i", "j") * A("i", "j") + A("i", "j"))) == "A2");
  CHECK(shown(into("y", (A("i", "j") + x("j")) * B("i", "j"))) == "B2");
  CHECK(shown(into("y", x("j") * x("j"))) == "U");
}

TEST_CASE("an operand without the variable leaves a product alone and makes a sum universal") {
  CHECK(setOver("j", into("y", A("i", "j") * x("i"))) == "A2");
  CHECK(setOver("j", into("y", A("i", "j") + x("i"))) == "A2 ∪ U");
  CHECK(setOver("j", into("y", negate(A("i", "j")) * literal(std::int64_t{3}))) == "A2");
}

TEST_CASE("a scalar workspace stands for what fills it") {
  TensorVar ws = tensor("ws", Format());
  ws.workspace = true;
  const auto stmt = cin::where(into("y", access(ws, {})),
                               cin::forall("k", cin::assign({ws, {}}, operators::add, A("i", "j") * x("k"))));
  CHECK(setOver("j", stmt) == "A2");
}

TEST_CASE("a level below one that is not reached yet is universal, and a diagonal iterates its outer level") {
  CHECK(print(contractionSet("j", into("y", A("i", "j")), {})) == "U");
  const Expr diagonal = access(tensor("D", Format({compressed, compressed})), {"j", "j"});
  CHECK(print(contractionSet("j", into("y", diagonal), {})) == "D1");
}

TEST_CASE("under a reduction other than + every operand has to be stored") {
  const auto stmt = cin::assign({tensor("y", vec), {"i"}}, operators::min, A("i", "j") + x("j"));
  CHECK(print(contractionSet("j", stmt, {"i"})) == "A2 ∩ U");
}
