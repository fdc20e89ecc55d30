// The GPU target from text to result: random assignments, formats and schedules, as loops in shuffled orders and as
// CUDA on an emulated GPU, compared with the reference.
#include "driver/gpu.h"

#include <doctest/doctest.h>

#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "loops_cases.h"
#include "random_cases.h"
#include "toolchain.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

const cpu::Toolchain& emulator() {
  static const cpu::Toolchain found = toolchainWith({"-O0"}, cpu::TextLanguage::Cpp);
  return found;
}

Storage finished(const driver::Problem& problem, const Storage& storage) {
  return problem.finally ? driver::finish(*problem.finally, storage).result : storage;
}

Storage emulated(const driver::Problem& problem, const loops::Function& function, const cuda::Emulation& emulation) {
  const cuda::EmulatedKernel kernel(function, emulator());
  std::map<std::string, const Storage*> operands;
  for (const auto& [name, storage] : problem.operands) operands.emplace(name, &storage);
  const auto& result = problem.assignment.lhs.tensor;
  cpu::Call call(kernel.function(), operands, {{result.name, {result.dims, result.format, result.type}}});
  kernel.run(call, emulation);
  kernel.run(call, {emulation.threads, emulation.seed + 1});  // in another order, into the memory of the first run
  return finished(problem, call.result(result.name));
}

Storage interpreted(const driver::Problem& problem, const loops::Function& function, std::int64_t threads,
                    std::uint64_t order) {
  exec::LoopsOptions options;
  options.threads = threads;
  options.order = order;
  return finished(problem, exec::interpret(function, problem.operands, problem.assignment.lhs.tensor, options));
}

/// Empty if all agree.
std::string differenceOn(const driver::Problem& problem, const exec::Evaluated& expected,
                         const loops::LoweringOptions& options, std::uint64_t seed) {
  const loops::Function function = driver::compileForGpu(problem, options).loops.function;
  const auto threads = static_cast<std::int32_t>(1 + seed % 7);
  const std::string inLoops = exec::compare(expected, interpreted(problem, function, threads, 1 + seed)).difference;
  return inLoops.empty() ? exec::compare(expected, emulated(problem, function, {threads, 1 + seed})).difference
                         : inLoops;
}

std::string disagreementOnGpu(const RandomCase& random, Refusals& refused) {
  const Case asked = random.build();
  try {
    const exec::Evaluated expected = exec::evaluateReference(asked.assignment, asked.operands);
    driver::Problem problem;
    problem.assignment = asked.assignment;
    problem.operands = asked.operands;
    problem = driver::forCpu(std::move(problem), false, {}, {}).problem;
    problem.commands =
        schedule::parse(makeSource("-s", "environment(innerPar, 1)" + legal(random, problem.assignment)));
    return differenceOn(problem, expected, loweringOf(random), random.seed);
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) return error.what();
    if (error.diagnostic().what.find("of complex numbers on the GPU") == std::string::npos)
      ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
}

void checkOnGpu(const Case& c, std::uint64_t seed) {
  CAPTURE(notation::print(c.assignment));
  driver::Problem problem;
  problem.assignment = c.assignment;
  problem.operands = c.operands;
  problem = driver::forCpu(std::move(problem), false, {}, {}).problem;
  const exec::Evaluated expected = exec::evaluateReference(c.assignment, c.operands);
  CHECK(differenceOn(problem, expected, sharedLoops(), seed) == "");
}

}  // namespace

TEST_CASE("random assignments of the whole language on an emulated GPU") {
  checkRandomCases(casesToRun(4000) / 80, disagreementOnGpu, Types::All);  // each case runs a C++ compiler
}

TEST_CASE("products of sparse matrices, unions and reductions on an emulated GPU, with many parts") {
  std::uint64_t seed = 0;
  for (const Case& c : productsOfRows(ValueType::Float64)) checkOnGpu(c, ++seed);
}
