#include "driver/host_fallback.h"

#include <doctest/doctest.h>

#include "driver/conversions.h"
#include "driver/evaluate.h"
#include "driver/run.h"
#include "driver/sequence.h"
#include "driver/session.h"
#include "driver/targets/accelerator.h"
#include "driver/targets/cpu.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

using Flags = std::vector<std::pair<const char*, const char*>>;

KernelSpec spec(const std::vector<const char*>& expressions, const Flags& flags) {
  KernelSpec spec;
  for (const char* expression : expressions) addExpression(spec, expression);
  for (const auto& [keyword, value] : flags) addFlag(spec, keyword, value);
  return spec;
}

/// Runs the expressions of a file as the tool does.
std::vector<Run> runAll(const std::vector<const char*>& expressions, const Flags& flags) {
  Session session{"Kernel", steps(spec(expressions, flags)), {}};
  session.request.target = Target::Interpret;
  return driver::runAll(session, [](const Run& run, std::size_t) { CHECK(run.verified()); });
}

std::string textOf(const std::vector<Transfer>& transfers) {
  std::string out;
  for (const Transfer& t : transfers)
    out += t.tensor + (t.toHost ? " to the host " : " to the accelerator ") + std::to_string(t.bytes) + "\n";
  return out;
}

}  // namespace

TEST_CASE("only the statement that no rule takes runs on the host, and what it shares with the others is moved") {
  const auto runs =
      runAll({"y(i) = A(i,j) * x(j)", "z(i) = y(i) * b(i)", "w(i) = z(i) + y(i)"}, {{"format", "A:csr"},
                                                                                    {"type", "b:double"},
                                                                                    {"generate", "A:s:0.3:6,7"},
                                                                                    {"generate", "x:d"},
                                                                                    {"generate", "b:d"}});
  REQUIRE(runs.size() == 3);
  CHECK(acceleratorIn(runs[0]) != nullptr);
  CHECK(runs[0].transfers.empty());
  REQUIRE(runs[1].refusal.has_value());
  CHECK(runs[1].refusal->what == "b is double and z is float: a Spatial program has one value type");
  CHECK(runs[1].refusal->where.text() == "z(i) = y(i) * b(i)");
  CHECK(acceleratorIn(runs[1]) == nullptr);
  CHECK(cpuIn(runs[1])->timing->seconds.size() == 1);
  CHECK(textOf(runs[1].transfers) == "y to the host 24\n");
  CHECK(acceleratorIn(runs[2]) != nullptr);
  CHECK(textOf(runs[2].transfers) == "z to the accelerator 24\n");  // y is still there
  CHECK(runs[2].residences.at("w").accelerator);
  CHECK(!runs[2].residences.at("w").host);
  CHECK(runs[2].residences.at("y").host);
}

TEST_CASE("what the host converts crosses twice") {
  const auto runs = runAll({"B(i,j) = 2 * A(i,j)", "C(i,j) = B(j,i) + B(i,j)"},
                           {{"format", "A,B,C:csr"}, {"type", "int"}, {"generate", "A:s:1:2,2"}});
  // 3 positions, 4 coordinates and 4 values: to the host, and in both orders in the accelerator's memory.
  CHECK(textOf(runs[1].transfers) == "B to the host 44\nB_copy to the accelerator 44\n");
  const auto asCoo = runAll({"B(i,j) = 2 * A(i,j)", "C(i,j) = B(i,j)"},
                            {{"format", "A,C:csr"}, {"format", "B:coo"}, {"type", "int"}, {"generate", "A:s:1:2,2"}});
  CHECK(asCoo[0].residences.at("B").host);  // the host converted it to COO
  CHECK(asCoo[1].transfers.size() == 1);
  CHECK(!asCoo[1].transfers[0].toHost);
}

TEST_CASE("a refusal is of the rules, or of what the schedule asks of the machine") {
  const auto compiled = [](const char* expression, const Flags& flags, const char* banks) {
    const KernelSpec said = spec({expression}, flags);
    return compileFor(forAccelerator(loadProblem(said)), loadMachine("capstan", {{"machine.pmu.banks", {banks, {}}}}));
  };
  CHECK_THROWS_AS(compiled("y(i) = x(i)", {{"type", "long"}, {"generate", "x:d:4"}}, "16"), NoRule);
  // Each of several bodies would need its own workspace: a single body does not.
  const Flags spgemm = {{"format", "A,B,C:csr"}, {"generate", "A:s:0.5:9,9"}, {"generate", "B:s:0.5:9,9000"}};
  CHECK_NOTHROW(compiled("C(i,j) = A(i,k) * B(k,j)", spgemm, "1"));
  Flags several = spgemm;
  several.emplace_back("schedule", "environment(outerPar, 2)");
  try {
    compiled("C(i,j) = A(i,k) * B(k,j)", several, "1");
    FAIL("several bodies share a workspace");
  } catch (const NoRule&) {
    FAIL("the rules take it with one body");
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::Unsupported);
    CHECK(error.diagnostic().remedy == "environment(outerPar, 1)");
  }
}

TEST_CASE("a program is made for, and verified against, the machine at hand") {
  const KernelSpec said =
      spec({"y(i) = A(i,j) * x(j)"}, {{"format", "A:csr"}, {"generate", "A:s:0.5:9,9"}, {"generate", "x:d"}});
  const auto compiled = [&](const char* lanes) {
    return compileFor(forAccelerator(loadProblem(said)), loadMachine("capstan", {{"machine.pcu.lanes", {lanes, {}}}}));
  };
  for (const char* lanes : {"8", "32"}) {
    const Compiled made = compiled(lanes);
    CHECK(made.limits.lanes == std::stoi(lanes));
    CHECK(made.plan.innerPar == std::stoi(lanes));
  }
  spatial::Limits narrow = compiled("32").limits;
  narrow.lanes = 16;
  CHECK_THROWS_AS(spatial::requireWellFormed(compiled("32").parsed, narrow), Error);
}
