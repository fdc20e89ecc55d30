// Implication between conditions.
#include "loops/lower/conditions.h"

#include <doctest/doctest.h>

#include "loops/build.h"

using namespace stardust::loops;

namespace {
Expr flag(const char* name) { return variable(name, Type::Bool); }
}  // namespace

TEST_CASE("implied") {
  const Expr a = flag("a"), b = flag("b"), c = flag("c");
  CHECK(implied({}, boolean(true)));
  CHECK(!implied({}, boolean(false)));
  CHECK(!implied({}, a));
  CHECK(implied({a}, a));
  CHECK(implied({}, either(a, inverse(a))));
  CHECK(implied({both(a, b)}, a));
  CHECK(!implied({either(a, b)}, a));
  CHECK(implied({either(a, b), inverse(b)}, a));
  CHECK(implied({either(a, b), either(inverse(a), c), either(inverse(b), c)}, c));
  CHECK(implied({inverse(a), a}, c));  // never happens
}

TEST_CASE("comparisons are terms by their text") {
  const Expr n = variable("n", Type::I64);
  const Expr less = binary(BinaryOp::Lt, n, index(3));
  CHECK(implied({less}, binary(BinaryOp::Lt, variable("n", Type::I64), index(3))));
  CHECK(!implied({less}, binary(BinaryOp::Lt, n, index(4))));
  CHECK(print(under({less}, both(less, flag("a")))) == "n < 3 and a");
  CHECK(print(under({less, flag("a")}, both(less, flag("a")))) == "true");
}

TEST_CASE("more terms than a table may have are not told") {
  std::vector<Expr> facts;
  for (int n = 0; n < 13; ++n) facts.push_back(flag(("f" + std::to_string(n)).c_str()));
  CHECK(!implied(facts, facts.front()));
}
