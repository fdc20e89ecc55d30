// Physical bounds of the paper's kernels on their own inputs: no run exceeds the bandwidth of the DRAM or the
// throughput of the lanes, and no better parameter makes one slower.
#include <doctest/doctest.h>

#include <filesystem>

#include "driver/invocation.h"
#include "driver/problem.h"
#include "driver/sequence.h"
#include "driver/targets/accelerator.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

const std::vector<std::string> kernels = {"spmv", "plus3", "sddmm",  "mattransmul", "residual",
                                          "ttv",  "ttm",   "mttkrp", "innerprod",   "plus2"};
constexpr double noise = 1.03;  // another order of the same bursts may cost this much

using Flags = std::vector<std::pair<std::string, std::string>>;

/// The runs of a kernel's expressions, on several memories.
std::vector<Run> runsOf(const std::string& kernel, Flags flags) {
  if (kernel != "ttm")
    flags.emplace_back("set",
                       "outerPar=4");  // one program for all; TTM counts its stores, and its loop has no copies
  const Invocation invocation{STARDUST_SOURCE_DIR "/examples/paper/" + kernel + ".sd", std::move(flags)};
  std::vector<Run> runs;
  exec::Operands given;
  for (const KernelSpec& spec : steps(specOf(invocation))) {
    Problem problem = loadProblem(spec, nullptr, given);
    for (const auto& [name, storage] : problem.operands) given.emplace(name, storage);
    runs.push_back(run(std::move(problem), requestOf(spec, false)));
    REQUIRE(runs.back().verified());
    given[runs.back().assignment.lhs.tensor.name] = runs.back().checked.result;
  }
  return runs;
}

double cyclesOf(const std::vector<Run>& runs, std::size_t memory) {
  double sum = 0;
  for (const Run& run : runs) sum += static_cast<double>(acceleratorIn(run)->timings.at(memory)->report.cycles);
  return sum;
}

}  // namespace

TEST_CASE("no run of the paper's kernels beats the DRAM or the lanes, and a better memory never makes one slower") {
  for (const std::string& kernel : kernels) {
    CAPTURE(kernel);
    const auto runs = runsOf(kernel, {{"memory", "ideal,hbm2e,hbm2e@448,ddr4-2133x4,ddr4-2133x4@17"}});
    for (const Run& run : runs)
      for (const auto& timing : acceleratorIn(run)->timings) {
        const auto& memory = timing->hardware.memory;
        if (!memory.ideal) CHECK(timing->gbPerSecond() <= memory.peakGbPerSecond());
        const double lanes = static_cast<double>(acceleratorIn(run)->compiled.resources.used.pcu) *
                             timing->hardware.machine.pcu.stages * timing->hardware.machine.pcu.lanes;
        CHECK(static_cast<double>(timing->report.laneOperations) <= lanes * static_cast<double>(timing->report.cycles));
      }
    for (std::size_t memory = 0; memory + 1 < 5; ++memory) {
      CAPTURE(memory);
      CHECK(cyclesOf(runs, memory) <= noise * cyclesOf(runs, memory + 1));
    }
  }
}

TEST_CASE("more bursts on their way never make the paper's kernels slower") {
  for (const std::string& kernel : kernels) {
    CAPTURE(kernel);
    double before = 1e30;
    for (const char* bursts : {"4", "16", "64", "256"}) {
      CAPTURE(bursts);
      const double cycles = cyclesOf(
          runsOf(kernel, {{"memory", "hbm2e"}, {"set", std::string("machine.ag.outstandingBursts=") + bursts}}), 0);
      CHECK(cycles <= noise * before);
      before = cycles;
    }
  }
}
