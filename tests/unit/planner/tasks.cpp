// Symbolic sets of tasks: which are included in which for all data.
#include "planner/tasks.h"

#include <doctest/doctest.h>

namespace stardust::planner {
namespace {

constexpr Bound i = 1, j = 2, k = 4;

TaskSet setOf(Bound vars, std::vector<Bound> atoms) { return {vars, std::move(atoms)}; }

}  // namespace

TEST_CASE("a set is included in one with fewer operands, or with more variables") {
  const TaskSet rows = setOf(i | k, {i | k, 0}), products = setOf(i | j | k, {i | k, j | k});
  const TaskSet all = setOf(i | j, {0, 0}), scanned = setOf(i | j | k, {i | k, 0});
  CHECK(isIncluded(rows, rows));
  CHECK(isIncluded(products, scanned));
  CHECK(!isIncluded(scanned, products));
  CHECK(isIncluded(rows, scanned));
  CHECK(!isIncluded(all, scanned));  // rows without entries are in `all` only
  CHECK(isIncluded(setOf(i, {i, 0}), rows));
  CHECK(!isIncluded(setOf(i, {0, 0}), rows));
}

TEST_CASE("a variable that ties two operands together cannot be projected away") {
  const TaskSet products = setOf(i | j | k, {i | k, j | k});
  CHECK(!isIncluded(setOf(i, {i, 0}), products));  // a row whose entries meet none of the other operand
  CHECK(!isIncluded(setOf(i | k, {i | k, 0}), products));
  CHECK(isIncluded(setOf(i | k, {i | k, k}), products));
}

TEST_CASE("sets of candidates") {
  const Tasks byRows = {setOf(i, {0, 0}), setOf(i | k, {i | k, 0}), setOf(i | j | k, {i | k, j | k})};
  const Tasks inner = {setOf(i, {0, 0}), setOf(i | j, {0, 0}), setOf(i | j | k, {i | k, 0}),
                       setOf(i | j | k, {0, j | k})};
  CHECK(strictlyDominates(byRows, inner));
  CHECK(!dominates(inner, byRows));
  CHECK(dominates(inner, inner));
  CHECK(!strictlyDominates(inner, inner));
}

}  // namespace stardust::planner
