#include "cin/concretize.h"

#include <doctest/doctest.h>

#include "cin/loop_order.h"
#include "cin/parse.h"
#include "notation/parse.h"
#include "support/diagnostic.h"

using namespace stardust;

namespace {

const Format csr({dense, compressed});
const Format csc({dense, compressed}, {1, 0});

std::string loops(const std::string& text, const std::map<std::string, Format>& formats = {},
                  cin::Sums sums = cin::Sums::Together) {
  notation::Declarations declarations;
  for (const auto& [name, format] : formats) declarations[name] = {format, true, ValueType::Float32, {}, {}};
  const cin::Stmt stmt =
      cin::concretize(notation::declare(notation::parseAssignment(makeSource("expression", text)), declarations), sums);
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
  CHECK(loops("A(i,j) = B(i,k) * C(k,j)", {{"A", csr}, {"B", csr}, {"C", csr}}) ==
        "forall(i, forall(k, forall(j, A(i,j) += B(i,k) * C(k,j))))");
  CHECK(loops("A(i,j) = B(i,k) * C(k,j)", {{"A", csr}, {"B", csr}, {"C", csc}}) ==
        "forall(i, forall(j, forall(k, A(i,j) += B(i,k) * C(k,j))))");
  CHECK(loops("A(i,j) = B(i,k) * C(k,j)", {{"B", csr}}) ==
        "forall(i, forall(j, forall(k, A(i,j) += B(i,k) * C(k,j))))");
  CHECK(loops("y(i) = A(i,j,k)", {{"A", Format({dense, dense, dense}, {0, 2, 1})}}) ==
        "forall(i, forall(k, forall(j, y(i) += A(i,j,k))))");
  CHECK(loops("y(i) = A(i,i) * A(i,j)", {{"A", csr}}) == "forall(i, forall(j, y(i) += A(i,i) * A(i,j)))");
}

TEST_CASE("formats that contradict each other: the cheapest wish is given up") {
  CHECK(loops("A(i,j) = B(i,j) + C(i,j)", {{"A", csr}, {"B", csr}, {"C", csc}}) ==
        "forall(i, forall(j, A(i,j) = B(i,j) + C(i,j)))");
  CHECK(loops("A(i,j) = B(i,j)", {{"A", csr}, {"B", csc}}) == "forall(i, forall(j, A(i,j) = B(i,j)))");
  CHECK(loops("A(i,j) = B(i,j) + C(i,j) * D(i,j)", {{"B", csr}, {"C", csc}, {"D", csc}}) ==
        "forall(j, forall(i, A(i,j) = B(i,j) + C(i,j) * D(i,j)))");
  // A workspace of the whole matrix is more expensive than one transposed operand.
  CHECK(loops("A(i,j) = B(k,i) * B(k,j)", {{"A", csr}, {"B", csr}}) ==
        "forall(i, forall(k, forall(j, A(i,j) += B(k,i) * B(k,j))))");
  CHECK(loops("A(i,j) = B(k,i) * B(k,j)", {{"B", csr}}) ==
        "forall(k, forall(i, forall(j, A(i,j) += B(k,i) * B(k,j))))");
  // Sums next to other terms stay inside the loops of the result.
  CHECK(loops("y(i) = b(i) - A(i,j) * x(j)", {{"A", csc}}) ==
        "forall(i, where(y(i) = b(i) - t, forall(j, t += A(i,j) * x(j))))");
}

TEST_CASE("operands that the loops do not visit as they are stored") {
  const auto assignment = [](const std::string& text, const std::map<std::string, Format>& formats) {
    notation::Declarations declarations;
    for (const auto& [name, format] : formats) declarations[name] = {format, true, ValueType::Float32, {}, {}};
    return notation::declare(notation::parseAssignment(makeSource("expression", text)), declarations);
  };
  const auto sum = assignment("A(i,j) = B(i,j) + C(i,j)", {{"A", csr}, {"B", csr}, {"C", csc}});
  const auto found = cin::discordant(sum, cin::loopOrder(sum));
  REQUIRE((found.size() == 1));
  CHECK(notation::print(found[0].access) == "C(i,j)");
  CHECK((found[0].agreeing == csr));
  CHECK((cin::discordant(cin::concretize(sum)).size() == 1));
  CHECK((cin::discordant(sum, {"j", "i"}).size() == 1));
  // Dense levels below a stored level are always located.
  const auto blocks = assignment("y(i) = A(i,j)", {{"A", Format({compressed, dense})}});
  CHECK((cin::discordant(blocks, {"j", "i"}).empty()));
  const auto diagonal = assignment("y(i) = A(i,i)", {{"A", csc}});
  CHECK((cin::discordant(diagonal, {"i"}).empty()));
  // A split variable is known in its inner loop.
  const cin::Stmt tiled = cin::suchThat(
      cin::forall({"io", "j", "ii"},
                  std::get<cin::Forall>(std::get<cin::Forall>(cin::concretize(sum)->kind).body->kind).body),
      {cin::SplitUp{"i", "io", "ii", 4}});
  REQUIRE((cin::discordant(tiled).size() == 1));
  CHECK(notation::print(cin::discordant(tiled)[0].access) == "B(i,j)");
}

TEST_CASE("terms apart: where fewer operands are visited against their storage") {
  const auto apart = [](const std::string& text, const std::map<std::string, Format>& formats) {
    return loops(text, formats, cin::Sums::Apart);
  };
  const std::map<std::string, Format> byRows = {{"A", csr}, {"B", csr}, {"C", csr}, {"D", csr}};
  CHECK(apart("A(i,j) = B(i,k) * C(k,j) - D(i,j)", byRows) ==
        "forall(i, sequence(forall(k, forall(j, A(i,j) += B(i,k) * C(k,j))), forall(j, A(i,j) += -D(i,j))))");
  CHECK(apart("A(i,j) = B(i,k) * C(k,j) + B(i,l) * D(l,j)", byRows) ==
        "forall(i, sequence(forall(k, forall(j, A(i,j) += B(i,k) * C(k,j))), forall(l, forall(j, A(i,j) += B(i,l) * "
        "D(l,j)))))");
  CHECK(apart("y(i) = b(i) - A(i,j) * x(j)", {{"A", csc}}) ==
        "sequence(forall(i, y(i) += b(i)), forall(j, forall(i, y(i) += -(A(i,j) * x(j)))))");
  // The transformation would not pay.
  CHECK(apart("y(i) = b(i) - A(i,j) * x(j)", {{"A", csr}}) ==
        "forall(i, where(y(i) = b(i) - t, forall(j, t += A(i,j) * x(j))))");
  CHECK(apart("A(i,j) = B(i,k) * C(k,j) + D(i,j)", {{"A", csr}, {"B", csr}, {"C", csc}, {"D", csr}}) ==
        "forall(i, forall(j, where(A(i,j) = t + D(i,j), forall(k, t += B(i,k) * C(k,j)))))");
  CHECK(apart("A(i,j) = B(i,j) + C(i,j)", {{"A", csr}, {"B", csr}, {"C", csc}}) ==
        "forall(i, forall(j, A(i,j) = B(i,j) + C(i,j)))");
}

TEST_CASE("min= over several operands shares the loops of a result that is stored") {
  const Format sparse({compressed});
  CHECK(loops("y(i) min= min(b(i), A(i,j) + x(j))") ==
        "sequence(forall(i, y(i) min= b(i)), forall(i, forall(j, y(i) min= A(i,j) + x(j))))");
  CHECK(loops("y(i) min= min(b(i), A(i,j) + x(j))", {{"y", sparse}}) ==
        "forall(i, sequence(y(i) min= b(i), forall(j, y(i) min= A(i,j) + x(j))))");
}

TEST_CASE("every statement reads back as it was printed") {
  for (
      const std::string text :
      {"suchthat(forall(i, where(y(i) = ws, map(forall(j, ws += A(i,j) * x(j)), Spatial, Reduction, 16))), innerPar=16, outerPar=2)",
       "sequence(a = b, forall(i, a += c(i)))", "map(forall(k, C_on(k) = C(i,k)), Spatial, BulkLoad)"})
    CHECK(cin::print(cin::parseStmt(makeSource("cin", text))) == text);
}
