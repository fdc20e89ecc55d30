// The imperative IR computes what the assignment means: the function that a statement becomes, interpreted with every access checked, gives
// the reference's result in full.
#include <doctest/doctest.h>

#include <iostream>

#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "exec/loops_interpreter.h"
#include "loops/lower/lower.h"
#include "random_language.h"
#include "schedule/passes.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

cin::Stmt scheduledFor(const driver::Problem& problem, const std::string& schedule, bool withScalars) {
  cin::Stmt stmt = cin::concretize(problem.assignment);
  stmt = schedule::insertWorkspaces(schedule::apply(stmt, schedule::parse(makeSource("-s", schedule))));
  return withScalars ? schedule::accelerateReductions(stmt) : stmt;
}

/// Operands as they are; a result that is not assembled as it is stored is converted afterwards.
driver::Problem forProcessor(const Case& c) {
  driver::Problem problem;
  problem.assignment = c.assignment;
  problem.operands = c.operands;
  const notation::TensorVar& result = c.assignment.lhs.tensor;
  return driver::applyConversions(std::move(problem), {{result.name, driver::acceleratorFormat(result.format), "dense and compressed levels"}});
}

std::string differenceIn(const loops::Function& function, const driver::Problem& problem, const exec::Evaluated& expected) {
  Storage actual = exec::interpret(function, problem.operands, problem.assignment.lhs.tensor);
  validate(actual);
  if (problem.finally) actual = driver::finish(*problem.finally, actual).result;
  return exec::compare(expected, actual).difference;
}

/// Empty if the reference and the interpreter agree; a refusal is counted by its reason.
std::string disagreementIn(const RandomCase& random, std::map<std::string, int>& refused) {
  const Case asked = random.build();
  exec::Evaluated expected;
  driver::Problem problem;
  cin::Stmt stmt;
  loops::Function function;
  try {
    expected = exec::evaluateReference(asked.assignment, asked.operands);
    problem = forProcessor(asked);
    if (random.seed % 3 == 0) problem = driver::forAccelerator(std::move(problem));
    const std::string commands = legal(random, problem.assignment);
    stmt = scheduledFor(problem, commands.empty() ? "" : commands.substr(2), random.seed % 4 != 0);
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
