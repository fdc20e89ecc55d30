// Every candidate of a plan is right: its schedule is read, and its loops compute what the assignment means.
#include <doctest/doctest.h>

#include "driver/cpu.h"
#include "driver/planned.h"
#include "planner/factoring.h"
#include "random_cases.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

driver::Problem problemOf(const Case& c) {
  driver::Problem problem;
  problem.assignment = c.assignment;
  problem.operands = c.operands;
  return problem;
}

/// The result of the loops for a schedule, empty if it is right.
std::string differenceOf(driver::Problem problem, const std::string& schedule, const exec::Evaluated& expected,
                         const loops::LoweringOptions& options) {
  problem.commands = schedule::parse(makeSource("-s", schedule));
  const driver::Ready ready = driver::forCpu(std::move(problem));
  const auto compiled = driver::compileForCpu(ready.scheduled, "kernel", {}, options);
  return differenceIn(compiled.function, ready.problem, expected, 2);
}

/// Empty if all candidates are right; those that the loops refuse are counted by the reason.
std::string candidateDifference(const RandomCase& random, Refusals& refused) {
  const Case asked = random.build();
  std::string schedule;
  try {
    const exec::Evaluated expected = exec::evaluateReference(asked.assignment, asked.operands);
    const driver::Problem problem = problemOf(asked);
    std::vector<driver::PlanRow> rows = driver::forCpu(problem).problem.plan;
    if (rows.empty()) rows = {{"stored()"}};
    for (const driver::PlanRow& row : rows) {
      schedule = row.schedule;
      const std::string difference = differenceOf(problem, schedule, expected, loweringOf(random));
      if (!difference.empty()) return schedule + ": " + difference;
    }
  } catch (const Error& error) {
    if (error.diagnostic().family != Family::Unsupported) return schedule + ": " + render(error.diagnostic());
    ++refused[error.diagnostic().what.substr(0, 60)];
  }
  return {};
}

/// The assignment of a case in one statement, and in the statements of its factoring.
std::string factoredDifference(const Case& whole) {
  planner::Facts facts;
  for (const auto& [name, operand] : whole.operands) facts[name] = planner::factsOf(operand);
  const auto factoring = planner::factoring(whole.assignment, facts, {}, {true});
  if (!factoring) return "it is not factored";
  exec::Operands operands = whole.operands;
  Storage result;
  for (const notation::Assignment& statement : factoring->statements) {
    exec::Operands needed;
    for (const notation::Access& access : notation::accesses(statement.rhs))
      needed[access.tensor.name] = operands.at(access.tensor.name);
    std::map<std::string, std::vector<std::int64_t>> dims;
    for (const auto& [name, operand] : needed) dims[name] = operand.dims;
    result =
        exec::evaluateReference(notation::withKnownExtents(notation::withDims(statement, dims), {}), needed).result;
    operands[statement.lhs.tensor.name] = result;
  }
  return exec::compare(exec::evaluateReference(whole.assignment, whole.operands), result).difference;
}

/// A sum of products with a shared factor.
std::string distributedDifference(std::uint64_t seed, const std::string& text, const Format& format) {
  const std::vector<Operand> tensors = {{"A", denseFormat(2), {19, 29}},
                                        {"B", format, {19, 23}, Fill::Sparse, 0.9},
                                        {"C", csr, {23, 29}, Fill::Sparse, 0.2},
                                        {"D", format, {19, 23}, Fill::Sparse, 0.9}};
  return factoredDifference(makeCase(text, tensors, ValueType::Int64, seed));
}

/// A chain of three sparse matrices and a vector.
std::string chainDifference(std::uint64_t seed, const std::vector<Format>& formats) {
  const std::vector<Operand> tensors = {{"y", vec, {19}},
                                        {"A", formats[0], {19, 23}, Fill::Sparse, 0.1},
                                        {"B", formats[1], {23, 17}, Fill::Sparse, 0.2},
                                        {"C", formats[2], {17, 29}, Fill::Sparse, 0.15},
                                        {"x", vec, {29}}};
  return factoredDifference(makeCase("y(i) = A(i,j) * B(j,k) * C(k,l) * x(l)", tensors, ValueType::Int64, seed));
}

}  // namespace

TEST_CASE("candidates of plans: random assignments agree with the reference, and few are refused") {
  checkRandomCases(casesToRun(400), candidateDifference);
}

TEST_CASE("a factored chain computes the same as one statement") {
  const Format dcsr({compressed, compressed});
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CHECK(chainDifference(seed, {csr, csr, csr}) == "");
    CHECK(chainDifference(seed, {csr, columnMajor, dcsr}) == "");
  }
}

TEST_CASE("a sum with a shared factor taken out computes the same") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    for (const Format& format : {csr, columnMajor, denseFormat(2)}) {
      CHECK(distributedDifference(seed, "A(i,j) = B(i,k) * C(k,j) + D(i,k) * C(k,j)", format) == "");
      CHECK(distributedDifference(seed, "A(i,j) = 3 * B(i,k) * C(k,j) - C(k,j) * D(i,k)", format) == "");
    }
}
