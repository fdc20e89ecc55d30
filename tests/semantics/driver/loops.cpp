// The imperative IR computes what the assignment means: the function that a statement becomes, interpreted with every access checked, gives
// the reference's result in full.
#include <doctest/doctest.h>

#include <iostream>

#include "loops_cases.h"
#include "random_language.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

/// Empty if the reference and the interpreter agree; a refusal is counted by its reason.
std::string disagreementIn(const RandomCase& random, std::map<std::string, int>& refused) {
  const Case asked = random.build();
  exec::Evaluated expected;
  driver::Problem problem;
  cin::Stmt stmt;
  loops::Function function;
  try {
    expected = exec::evaluateReference(asked.assignment, asked.operands);
    problem = forLoops(asked);
    if (random.seed % 3 == 0) problem = driver::forAccelerator(std::move(problem));
    const std::string commands = legal(random, problem.assignment);
    stmt = scheduledForLoops(problem, schedule::parse(makeSource("-s", commands.empty() ? "" : commands.substr(2))), random.seed % 4 != 0);
    function = loops::lower(stmt, "kernel");
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) return error.diagnostic().what + " " + error.diagnostic().why;
    ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
  const std::string text = loops::print(function);
  if (!equal(loops::parse(text), function)) return "the text does not read back:\n" + text;
  try {
    const std::string difference = differenceIn(function, problem, expected);
    return difference.empty() ? "" : difference + "\n" + cin::print(stmt) + "\n" + text;
  } catch (const Error& error) {
    return render(error.diagnostic()) + cin::print(stmt) + "\n" + text;
  }
}

std::string disagreement(const RandomCase& random, std::map<std::string, int>& refused) {
  try {
    return disagreementIn(random, refused);
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("loops: random assignments of the whole language agree with the reference, and few are refused") {
  const int cases = casesToRun(2000);
  RandomLanguage language(seedToUse());
  std::map<std::string, int> refused;
  int failures = 0;
  for (int n = 0; n < cases && failures < 5; ++n) {
    const RandomCase c = language.draw();
    if (disagreement(c, refused).empty()) continue;
    const RandomCase small = shrunk(c, [](const RandomCase& candidate) {
      std::map<std::string, int> ignored;
      return !disagreement(candidate, ignored).empty();
    });
    ++failures;
    FAIL_CHECK("case " << n << ": " << small.command() << "\n" << disagreement(small, refused));
  }
  int all = 0;
  for (const auto& [reason, count] : refused) all += count;
  if (std::getenv("STARDUST_CASES") != nullptr) {
    std::cout << all << " of " << cases << " refused\n";
    for (const auto& [reason, count] : refused) std::cout << "  " << count << "  " << reason << "\n";
  }
  CHECK(all * 20 <= cases);
}
