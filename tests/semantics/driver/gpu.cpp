// The GPU target from text to result: random assignments, formats and schedules, as loops in shuffled orders and as
// CUDA on an emulated GPU, compared with the reference.
#include "driver/gpu.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>
#include <memory>

#include "backend/cuda/device/gpu_kernel.h"
#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "driver/loaded_kernel.h"
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
  cpu::Call call = driver::callOf(problem, kernel.function(), problem.assignment.lhs.tensor);
  kernel.run(call, emulation);
  kernel.run(call, {emulation.threads, emulation.seed + 1});  // in another order, into the memory of the first run
  return finished(problem, call.result(problem.assignment.lhs.tensor.name));
}

Storage interpreted(const driver::Problem& problem, const loops::Function& function, std::int64_t threads,
                    std::uint64_t order) {
  exec::LoopsOptions options;
  options.threads = threads;
  options.order = order;
  return finished(problem, exec::interpret(function, problem.operands, problem.assignment.lhs.tensor, options));
}

/// The GPU of this computer, and a compiler for it; null: there is none.
struct Device {
  std::shared_ptr<cuda::Gpu> gpu;
  std::unique_ptr<cuda::DeviceCompiler> compiler;
};
const Device& device() {
  static const Device found = [] {
    try {
      return Device{std::make_shared<cuda::Gpu>(), cuda::findDeviceCompiler()};
    } catch (const Error&) {
      return Device{};
    }
  }();
  return found;
}

Storage onDevice(const driver::Problem& problem, const loops::Function& function) {
  cuda::GpuKernel kernel(function, emulator(), *device().compiler, device().gpu);
  cpu::Call call = driver::callOf(problem, kernel.function(), problem.assignment.lhs.tensor);
  kernel.run(call);
  kernel.run(call);  // into the memory of the first run
  return finished(problem, call.result(problem.assignment.lhs.tensor.name));
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

/// Where a random case runs: the first disagreement, or nothing.
using Executor = std::function<std::string(const driver::Problem&, const exec::Evaluated&, const RandomCase&)>;

std::string disagreementOn(const Executor& executor, const RandomCase& random, Refusals& refused) {
  const Case asked = random.build();
  try {
    const exec::Evaluated expected = exec::evaluateReference(asked.assignment, asked.operands);
    driver::Problem problem;
    problem.assignment = asked.assignment;
    problem.operands = asked.operands;
    problem = driver::forCpu(std::move(problem), false, {}, {}).problem;
    problem.commands =
        schedule::parse(makeSource("-s", "environment(innerPar, 1)" + legal(random, problem.assignment)));
    return executor(problem, expected, random);
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) return error.what();
    if (error.diagnostic().what.find("of complex numbers on the GPU") == std::string::npos)
      ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
}

std::string disagreementOnGpu(const RandomCase& random, Refusals& refused) {
  const auto executor = [](const auto& problem, const auto& expected, const RandomCase& c) {
    return differenceOn(problem, expected, loweringOf(c), c.seed);
  };
  return disagreementOn(executor, random, refused);
}

std::string disagreementOnDevice(const RandomCase& random, Refusals& refused) {
  const auto executor = [](const auto& problem, const auto& expected, const RandomCase& c) {
    const loops::Function function = driver::compileForGpu(problem, loweringOf(c)).loops.function;
    return exec::compare(expected, onDevice(problem, function)).difference;
  };
  return disagreementOn(executor, random, refused);
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

// The same on a GPU, where there is one; the test semantics_gpu has that of tests/fake_gpu.
TEST_CASE("random assignments of the whole language on the GPU of this computer") {
  if (!device().gpu) {
    CHECK_MESSAGE(!std::getenv("STARDUST_NEEDS_GPU"), "there is no GPU");
    return;
  }
  checkRandomCases(casesToRun(4000) / 200 + 1, disagreementOnDevice, Types::All);
}
