// The candidates for a statement, and samples of its operands.
#include "tune/space.h"

#include <doctest/doctest.h>

#include "driver/evaluate.h"
#include "driver/sequence.h"
#include "exec/reference.h"
#include "tune/sample.h"

namespace stardust::tune {
namespace {

driver::Problem problemOf(const std::string& kernel) {
  return driver::loadProblem(driver::steps(driver::parseKernel(makeSource("kernel", kernel))).front());
}

const std::string spmv = "y(i) = A(i,j) * x(j)\nformat A:csr\ngenerate A:s:0.1:40,30\ngenerate x:d\n";

bool has(const SpaceOf& space, const std::string& text) {
  return std::any_of(space.candidates.begin(), space.candidates.end(),
                     [&](const Candidate& candidate) { return candidate.text == text; });
}

TEST_CASE("the given schedule and the default come first, and each schedule occurs once") {
  const Axes axes{{1, 4}, {0}, {16}};
  const SpaceOf space = spaceOf(problemOf(spmv + "schedule environment(outerPar, 2), reorder(i, j)\n"), {}, axes);
  REQUIRE(space.kept == 2);
  CHECK(space.candidates[0].text == "environment(outerPar, 2), reorder(i, j)");
  CHECK(space.candidates[1].text.empty());
  CHECK(has(space, "environment(innerPar, 16), environment(outerPar, 4), reorder(i, j)"));
  CHECK(has(space, "environment(innerPar, 16), environment(outerPar, 1), environment(scanDensity, 0), stored()"));
  std::set<std::string> texts;
  for (const Candidate& candidate : space.candidates) CHECK(texts.insert(candidate.text).second);
  CHECK(space.candidates.size() == 2 + 2 * 2 * 2);
  for (const Candidate& candidate : space.candidates)
    CHECK(schedule::print(schedule::parse(makeSource("schedule", candidate.text))) == candidate.text);
}

TEST_CASE("plans that convert are left out unless they are asked for") {
  const std::vector<driver::PlanRow> plans = {{"reorder(j, i)", 1, true}, {"convert(A, csc), reorder(j, i)", 2}};
  Axes axes{{1}, {}, {16}};
  const driver::Problem problem = problemOf(spmv);
  const SpaceOf plain = spaceOf(problem, plans, axes);
  axes.converts = true;
  const SpaceOf converting = spaceOf(problem, plans, axes);
  CHECK(has(plain, "environment(innerPar, 16), environment(outerPar, 1), reorder(j, i)"));
  CHECK(plain.candidates.size() + 1 == converting.candidates.size());
}

TEST_CASE("a sample has whole fibers, renumbered, and is a problem of its own") {
  const driver::Problem whole = problemOf(spmv);
  REQUIRE(sampledVariable(whole) == "i");
  const driver::Problem some = sampled(whole, "i", 3);
  CHECK(some.operands.at("A").dims == std::vector<std::int64_t>{14, 30});
  CHECK(some.operands.at("x").dims == whole.operands.at("x").dims);
  CHECK(some.assignment.lhs.tensor.dims == std::vector<std::int64_t>{14});
  const Storage all = driver::referenceOf(whole).result, part = driver::referenceOf(some).result;
  const auto& of = std::get<ValueArray<float>>(all.values);
  const auto& in = std::get<ValueArray<float>>(part.values);
  REQUIRE(in.size() == 14);
  for (std::size_t n = 0; n < in.size(); ++n) CHECK(in[n] == of[3 * n]);
}

TEST_CASE("a variable that a tensor has in two modes is not sampled") {
  CHECK(sampledVariable(problemOf("S(i,j) = A(i,k) * A(j,k)\nformat S,A:csr\ngenerate A:s:0.1:9,9\n")) == "k");
  CHECK(sampledVariable(problemOf("s = x(i)\ngenerate x:d:9\n")) == "i");
  CHECK(sampledVariable(problemOf("s = A(i,j) * A(j,i)\nformat A:csr\ngenerate A:s:0.1:9,9\n")) == std::nullopt);
  CHECK(sampledVariable(problemOf("C(i,j) = A(i,k) * A(k,j)\nformat C,A:csr\ngenerate A:s:0.1:9,9\n")) == std::nullopt);
}

}  // namespace
}  // namespace stardust::tune
