// The two reference evaluators agree on all cases.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "exec/compare.h"
#include "semantics/exec/reference_random.h"

using namespace stardust;
using namespace stardust::exec;
using stardust::exec::testing::Case;
using stardust::exec::testing::RandomCase;

TEST_CASE("brute force and coordinates agree on random assignments") {
  std::size_t stored = 0, sparseResults = 0, floats = 0, orders = 0;
  std::map<operators::Op, std::size_t> ops;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    const Case c = RandomCase(seed).make();
    CAPTURE(seed);
    CAPTURE(notation::print(c.assignment));
    const Evaluated byForce = evaluateReference(c.assignment, c.operands, c.dims, {Method::Dense});
    const Evaluated coordinates = evaluateReference(c.assignment, c.operands, c.dims, {Method::Coordinates});
    validate(byForce.result);
    const Comparison forth = compare(byForce, coordinates.result), back = compare(coordinates, byForce.result);
    REQUIRE_MESSAGE(forth.verified, forth.difference);
    REQUIRE_MESSAGE(back.verified, back.difference);
    REQUIRE(byForce.magnitude.size() == coordinates.magnitude.size());
    for (std::size_t v = 0; v < byForce.magnitude.size(); ++v) {
      const double here = byForce.magnitude[v], there = coordinates.magnitude[v];
      const bool alike = here == there || (std::isnan(here) && std::isnan(there));  // including infinities
      if (!alike) REQUIRE(here == doctest::Approx(there));
    }
    ++ops[c.assignment.op.reduction()];
    orders += byForce.result.order() > 3;
    stored += byForce.result.stored();
    sparseResults += !byForce.result.format.isDense();
    floats += !byForce.magnitude.empty();
  }
  // The generator covers what it is meant to cover.
  CHECK(stored > 10000);
  CHECK(sparseResults > 1000);
  CHECK(floats > 1000);
  CHECK(orders > 50);
  CHECK(ops.size() == 11);
  for (const auto& [op, count] : ops) CHECK(count > 60);
}
