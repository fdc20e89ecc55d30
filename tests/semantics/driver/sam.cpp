// Stream graphs from text to result: random assignments, formats and schedules, compared with the reference.
#include "driver/targets/sam.h"

#include <doctest/doctest.h>

#include "driver/run.h"
#include "random_cases.h"

using namespace stardust;
using namespace stardust::driver;
using namespace stardust::tests;

namespace {

/// Runs the case on the simulator, which the interpreter checks, and compares the complete result.
std::string samDisagreementIn(const RandomCase& random, Refusals& refused) {
  static const SamBackend sam;
  Problem problem;
  const Case c = random.build();
  problem.assignment = c.assignment;
  problem.operands = c.operands;
  const std::string lanes = "environment(outerPar, " + std::to_string(random.outerPar) + ")";
  problem.commands = schedule::parse(makeSource("-s", lanes + legal(random, problem.assignment)));
  RunRequest request;
  request.target = sam.target();
  request.backend = &sam;
  try {
    return run(problem, request).checked.comparison.difference;
  } catch (const Error& error) {
    const Family family = error.diagnostic().family;
    if (family == Family::Internal || family == Family::Wrong) throw;
    ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
}

}  // namespace

TEST_CASE("stream graphs of random assignments compute the reference, with at most 8 % refused") {
  const int cases = casesToRun(200);
  RandomLanguage language(seedToUse(), Types::Words);
  Refusals refused;
  int all = 0, failures = 0;
  for (int n = 0; n < cases && failures < 5; ++n) {
    const RandomCase c = language.draw();
    const std::string difference = disagreementOf(c, refused, samDisagreementIn);
    if (difference.empty()) continue;
    ++failures;
    FAIL_CHECK("case " << n << ": " << c.command() << "\n" << difference);
  }
  for (const auto& refusal : refused) {
    INFO(refusal.first);
    all += refusal.second;
  }
  CHECK(all * 100 <= cases * 8);
}
