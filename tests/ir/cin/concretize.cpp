#include "cin/concretize.h"

#include <doctest/doctest.h>

#include "cin/parse.h"
#include "notation/parse.h"
#include "support/diagnostic.h"

using namespace stardust;

namespace {

const Format csr({dense, compressed});
const Format csc({dense, compressed}, {1, 0});

std::string loops(const std::string& text, const std::map<std::string, Format>& formats = {}) {
  notation::Declarations declarations;
  for (const auto& [name, format] : formats) declarations[name] = {format, true, ValueType::Float32, {}, {}};
  const cin::Stmt stmt =
      cin::concretize(notation::declare(notation::parseAssignment(makeSource("expression", text)), declarations));
  cin::verify(stmt);
  const std::string printed = cin::print(stmt);
  CHECK(cin::equal(cin::parseStmt(makeSource("cin", printed)), stmt));
  CHECK(cin::equal(cin::parseStmt(makeSource("cin", cin::printPretty(stmt))), stmt));
  return printed;
}

}  // namespace

TEST_CASE("each sum covers its additive term") {
  CHECK(loops("y(i) = A(i,j) * x(j)") == "forall(i, forall(j, y(i) += A(i,j) * x(j)))");
  CHECK(loops("y(i) = b(i) - A(i,j) * x(j)") == "forall(i, where(y(i) = b(i) - t, forall(j, t += A(i,j) * x(j))))");
  CHECK(loops("y(i) = (b(i) + A(i,j)) * c(j)") == "forall(i, forall(j, y(i) += (b(i) + A(i,j)) * c(j)))");
  CHECK(loops("y(i) = A(i,j) * x(j) + B(i,k) * z(k)") ==
        "forall(i, where(where(y(i) = t + t2, forall(j, t += A(i,j) * x(j))), forall(k, t2 += B(i,k) * z(k))))");
  CHECK(loops("a = b(i) * c(i)") == "forall(i, a += b(i) * c(i))");
  CHECK(loops("t(i) = b(i) + A(i,j) * x(j)").find("t_ += A(i,j) * x(j)") != std::string::npos);
  CHECK(loops("a = 3") == "a = 3");
}

TEST_CASE("loops follow the levels of sparse operands") {
  CHECK(loops("y(i) = A(i,j) * x(j)", {{"A", csc}}) == "forall(j, forall(i, y(i) += A(i,j) * x(j)))");
  CHECK(loops("A(i,j) = B(i,j) * C(i,k) * D(k,j)", {{"A", csr}, {"B", csr}}) ==
        "forall(i, forall(j, forall(k, A(i,j) += B(i,j) * C(i,k) * D(k,j))))");
}

TEST_CASE("every statement reads back as it was printed") {
  for (const std::string text :
       {"suchthat(forall(i, where(y(i) = ws, map(forall(j, ws += A(i,j) * x(j)), Spatial, Reduction, 16))), innerPar=16, outerPar=2)",
        "sequence(a = b, forall(i, a += c(i)))", "map(forall(k, C_on(k) = C(i,k)), Spatial, BulkLoad)"})
    CHECK(cin::print(cin::parseStmt(makeSource("cin", text))) == text);
}
