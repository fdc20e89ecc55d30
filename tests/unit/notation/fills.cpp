// Where the absent entries of a tensor with a fill change nothing.
#include "notation/fills.h"

#include <doctest/doctest.h>

#include <limits>

#include "notation/parse.h"

using namespace stardust;
using namespace stardust::notation;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

bool skips(const std::string& text, double fill) {
  return mayBeSkipped(parseAssignment(makeSource("expression", text)), "A", fill);
}

std::optional<double> valueOf(const std::string& text, double value) {
  Lexer lexer(makeSource("expression", text));
  return valueWith(parseExpr(lexer), "A", value);
}

}  // namespace

TEST_CASE("the value of an expression is known if the tensor decides it") {
  CHECK(valueOf("A(i,j) + x(j)", inf) == inf);
  CHECK(valueOf("x(j) - A(i,j)", inf) == -inf);
  CHECK(valueOf("max(A(i,j), x(j)) * 2", inf) == inf);
  CHECK(valueOf("min(A(i,j), x(j))", inf) == std::nullopt);
  CHECK(valueOf("A(i,j) * x(j)", 0) == 0);
  CHECK(valueOf("A(i,j) * x(j)", inf) == std::nullopt);
  CHECK(valueOf("relu(A(i,j)) * x(j)", -5) == 0);
  CHECK(valueOf("2 * A(i,j) + 1", 3) == 7);
  CHECK(valueOf("x(j) + 1", 3) == std::nullopt);
}

TEST_CASE("absent entries are skipped where they are the identity of the reduction") {
  CHECK(skips("d(i) min= A(i,j) + x(j)", inf));
  CHECK(skips("d(i) min= min(d0(i), A(i,j) + x(j))", inf));
  CHECK(skips("d(i) max= A(i,j) - x(j)", -inf));
  CHECK(skips("d(i) *= A(i,j)", 1));
  CHECK(skips("d(i) or= A(i,j) && x(j)", 0));
  CHECK(skips("d(i) and= A(i,j)", 7));
  CHECK_FALSE(skips("d(i) min= A(i,j) + x(j)", 0));
  CHECK_FALSE(skips("d(i) min= A(i,j) * x(j)", inf));  // x may be 0 or negative
  CHECK_FALSE(skips("d(i) max= A(i,j) + x(j)", inf));
  CHECK_FALSE(skips("d(i) min= min(A(i,j), x(j))", 4));
}

TEST_CASE("absent entries of a sum are skipped where the term is 0, with the fill and without") {
  CHECK(skips("y(i) = relu(A(i,j)) * x(j)", -3));
  CHECK(skips("y(i) = b(i) + relu(A(i,j)) * x(j)", -3));
  CHECK_FALSE(skips("y(i) = A(i,j) * x(j)", 1));
  CHECK_FALSE(skips("y(i) = A(i,j) + x(j)", inf));
  CHECK_FALSE(skips("y(i) = (A(i,j) + 1) * x(j)", -1));  // 0 with the fill, but x without it
}
