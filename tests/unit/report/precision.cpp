// The report tells a result that is right in its digits from one that is right only by its error bound.
#include "report/precision.h"

#include <doctest/doctest.h>

using namespace stardust;

namespace {

driver::Run runWith(double relativeError, double terms, ValueType type = ValueType::Float32) {
  driver::Run run;
  run.checked.comparison.verified = true;
  run.checked.comparison.maxRelativeError = relativeError;
  run.checked.comparison.terms = terms;
  run.checked.result.values = makeValues(type, 1);
  return run;
}

}  // namespace

TEST_CASE("a result is right in its digits") {
  const driver::Run run = runWith(1.3e-7, 500);
  CHECK(report::rightText(run) == "right, compared in full with the reference (largest relative error 1.3e-07)");
  CHECK(report::precisionOf(run) == "digits");
  CHECK(report::precisionWarning(run) == "");
}

TEST_CASE("a long sum is right by its error bound") {
  const driver::Run run = runWith(0.002, 20000000);
  CHECK(report::rightText(run) ==
        "right within the error bound of float sums of 20,000,000 terms; largest relative error 0.002");
  CHECK(report::precisionOf(run) == "bound");
  CHECK(report::precisionWarning(run) == "");
}

TEST_CASE("from an error of 1 % on there is a warning") {
  CHECK(report::precisionWarning(runWith(0.16, 20000000)) ==
        "float sums of 20,000,000 terms lost digits: an error of 16 %; use -t=double");
  CHECK(report::precisionWarning(runWith(0.5, 20000000, ValueType::Float64)) ==
        "double sums of 20,000,000 terms lost digits: an error of 50 %");
}
