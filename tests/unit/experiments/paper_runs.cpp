// The runs of the paper: kernel files with another parallelization, and the contents of a report.
#include "experiments/paper_runs.h"

#include <doctest/doctest.h>

#include "experiments/paper.h"
#include "experiments/statistics.h"
#include "support/diagnostic.h"

using namespace stardust;
using namespace stardust::experiments;

TEST_CASE("outerPar is replaced where a kernel file sets it, and added to each expression where it does not") {
  CHECK(withOuterPar("y(i) = x(i)\nschedule environment(innerPar, 4), environment(outerPar, 16)\n", 3) ==
        "y(i) = x(i)\nschedule environment(innerPar, 4), environment(outerPar, 3)\n");
  CHECK(
      withOuterPar("# a = b\nformat A:csr\nT(i) = A(i)\n\ny(i) = T(i)  # c\n", 8) ==
      "# a = b\nformat A:csr\nT(i) = A(i)\nschedule environment(outerPar, 8)\n\ny(i) = T(i)  # c\nschedule environment(outerPar, 8)\n");
}

TEST_CASE("lines are those that say something") {
  CHECK(linesOf("# no\n\n  \ny(i) = x(i) # yes\n  generate x:d\n") == 2);
}

TEST_CASE("a report of several programs: cycles add up, units and lines are the most of each") {
  const std::string program =
      R"("program": {"lines": 50}, "resources": {"PCU": 4, "PMU": 9, "MC": 3, "shuffle": 0}, "cycles": 100)";
  const Measured one = readReport("{" + program + "}");
  CHECK(one.spatialLines == 50);
  CHECK(one.cycles == 100);
  const Measured two = readReport(
      "{" + program +
      R"(, "earlier": [{"program": {"lines": 60}, "resources": {"PCU": 5, "PMU": 1, "MC": 3, "shuffle": 2}, "cycles": 11}]})");
  CHECK(two.spatialLines == 60);
  CHECK(two.units.pcu == 5);
  CHECK(two.units.pmu == 9);
  CHECK(two.units.shuffle == 2);
  CHECK(two.cycles == 111);
  CHECK_THROWS_AS(readReport("{}"), Error);
  CHECK_THROWS_AS(readReport("no"), Error);
}

TEST_CASE("parts are named, and others refused") {
  CHECK((parseParts("loc,perf") == std::set<Part>{Part::Loc, Part::Perf}));
  CHECK_THROWS_WITH_AS(parseParts("pref"), doctest::Contains("did you mean perf"), Error);
  CHECK_THROWS_AS(parseParts(""), Error);
}

TEST_CASE("geometric means and tolerances") {
  CHECK(geometricMean({}) == 0);
  CHECK(geometricMean({2, 8}) == doctest::Approx(4));
  CHECK(isWithin(1.2, 1, 0.21));
  CHECK(!isWithin(1.2, 1, 0.19));
  CHECK(isWithin(0, 0, 0));
  CHECK(!isWithin(1, 0, 0.15));
}
