#include "capstan/rules/table.h"

#include <doctest/doctest.h>

#include <optional>
#include <set>

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

TEST_CASE("over its own variables a workspace is dense, or a bit vector") {
  TensorVar w = tensor("w", vec);
  w.workspace = true;
  const auto over = [&](const Format& format) {
    w.format = format;
    return cin::where(into("y", access(w, {"j"}) * A("i", "j")),
                      cin::forall("j", cin::assign({w, {"j"}}, AssignOp::Set, B("i", "j"))));
  };
  CHECK(setOver("j", over(vec)) == "U ∩ A2");
  const auto sparse = over(Format({bitvector}));
  CHECK(setOver("j", sparse) == "w1 ∩ A2");
  const auto copied =
      iteration::resolve(contractionSet("j", into("y", access(w, {"j"})), {"i"}), capstan::rewriteTable(), {});
  CHECK((copied.kind == iteration::Iteration::Kind::Scan));
  CHECK(copied.drivers.size() == 1);
}

namespace {

iteration::Iteration iterate(const Expr& rhs, double density = 1, std::optional<double> scanFrom = {}) {
  iteration::Strategy strategy;
  strategy.scanFrom = scanFrom;
  strategy.fibers = [density](const iteration::LevelIterator& it) {
    const double stored = 10000 * density * (it.access.tensor.name == "B" ? 0.5 : 1);
    return iteration::Fibers{stored, static_cast<std::int64_t>(2 * stored), 10000};
  };
  return iteration::resolve(contractionSet("j", into("y", rhs), {"i"}), capstan::rewriteTable(), strategy);
}
std::string names(const iteration::Iteration& iteration) {
  std::string all;
  for (const auto& step : iteration.steps) all += std::string(all.empty() ? "" : " ") + step.rule->name;
  return all;
}
using Kind = iteration::Iteration::Kind;

}  // namespace

TEST_CASE("rules end in the universe, in one compressed level or in a scan, and say which fired") {
  const auto spmv = iterate(A("i", "j") * x("j"));
  CHECK((spmv.kind == Kind::Positions));
  REQUIRE(spmv.drivers.size() == 1);
  CHECK(print(spmv.drivers[0].access) == "A(i,j)");
  CHECK(spmv.drivers[0].level == 1);
  CHECK(names(spmv) == "compressed-intersection-left compressed");
  CHECK((iterate(A("i", "j") + x("j")).kind == Kind::Universe));
  CHECK(names(iterate(A("i", "j") * A("i", "j"))) == "idempotent-intersection compressed");

  const auto unite = iterate(A("i", "j") + B("i", "j"));
  CHECK((unite.kind == Kind::Scan));
  CHECK(unite.drivers.size() == 2);
  CHECK(print(unite.domain) == "A2 ∪ B2");
  CHECK(names(unite) == "union bit-vectors");
}

TEST_CASE("mixed sets become one combination of bit vectors, each level once") {
  const Expr C = access(tensor("C", csr), {"i", "j"});
  const auto mixed = iterate((A("i", "j") + B("i", "j")) * C);
  CHECK((mixed.kind == Kind::Scan));
  CHECK(print(mixed.domain) == "(A2 ∪ B2) ∩ C2");
  CHECK(mixed.drivers.size() == 3);
  CHECK(names(mixed) == "union intersection bit-vectors");
  const auto absorbed = iterate((A("i", "j") + B("i", "j")) * A("i", "j"));
  CHECK((absorbed.kind == Kind::Positions));
  CHECK(names(absorbed) == "union intersection absorption compressed");
}

TEST_CASE("sparse intersections iterate over the sparser level and search in the others") {
  const auto often = iterate(A("i", "j") * B("i", "j"), 0.01), seldom = iterate(A("i", "j") * B("i", "j"), 0.001);
  CHECK((often.kind == Kind::Scan));
  CHECK((seldom.kind == Kind::Positions));
  CHECK(print(seldom.drivers.at(0).access) == "B(i,j)");
  CHECK(names(seldom) == "sparse-intersection compressed");
  CHECK((iterate(A("i", "j") + B("i", "j"), 0.001).kind == Kind::Scan));  // a union must visit both
  const Expr C = access(tensor("C", csr), {"i", "j"});
  CHECK(names(iterate((A("i", "j") + B("i", "j")) * C, 0.0005)) == "union sparse-intersection-right compressed");
}

TEST_CASE("a density from which intersections are scanned takes the place of the costs") {
  const Expr product = A("i", "j") * B("i", "j");  // B has half the density
  CHECK((iterate(product, 0, 0).kind == Kind::Scan));
  CHECK((iterate(product, 0.001, 0).kind == Kind::Scan));
  CHECK((iterate(product, 0.12, 0.05).kind == Kind::Scan));
  CHECK((iterate(product, 0.08, 0.05).kind == Kind::Positions));
  CHECK((iterate(product, 1, 1).kind == Kind::Positions));
}

TEST_CASE("every row of the table has a name of its own") {
  std::set<std::string> names;
  for (const auto& rule : capstan::rewriteTable()) CHECK(names.insert(rule.name).second);
}
