// Statements without a rule on the accelerator: the host runs them, and the result equals the reference.
#include <doctest/doctest.h>

#include "driver/run.h"
#include "driver/targets/accelerator.h"
#include "random_cases.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

/// For value types that the accelerator lacks; empty if the host's result is correct, or the host refuses it, too.
std::string disagreementIn(const RandomCase& random, Refusals& refused) {
  RandomCase wide = random;
  wide.type = random.type == ValueType::Int32 ? ValueType::Int64 : ValueType::Float64;
  const Case asked = wide.build();
  driver::Problem problem;
  problem.assignment = asked.assignment;
  problem.operands = asked.operands;
  driver::RunRequest request;
  request.target = Target::Interpret;
  try {
    problem.commands = schedule::parse(makeSource("-s", "environment(innerPar, 1)" + legal(wide, problem.assignment)));
    const driver::Run done = driver::run(problem, request);
    if (!done.refusal || acceleratorIn(done)) return "it ran on the accelerator";
    return done.verified() ? "" : done.checked.comparison.difference;
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) return error.what();
    ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
}

}  // namespace

TEST_CASE("random assignments of value types that the accelerator has not") {
  checkRandomCases(casesToRun(4000) / 100, disagreementIn);  // each case runs a C compiler
}
