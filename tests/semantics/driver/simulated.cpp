// Invariants of a simulated run: it obeys physical bounds, and its result does not depend on the parallelization.
#include <doctest/doctest.h>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "kernels.h"
#include "sim/capstan/simulate.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

struct Simulated {
  sim::Report report;
  Storage result;
};

Simulated simulate(const Case& c, int outerPar, int innerPar, const machine::MemorySystem& memory) {
  const auto expected = exec::evaluateReference(c.assignment, c.operands);
  const std::vector<schedule::Command> commands = {{schedule::Environment{"innerPar", innerPar}, {}},
                                                   {schedule::Environment{"outerPar", outerPar}, {}}};
  driver::CompileOptions options;
  options.facts = driver::factsOf(c.operands);
  options.margin = {1, false};
  const auto compiled = driver::compile(c.assignment, commands, capstanMachine(), options);
  const auto files = spatial::hostFiles(compiled.lowered, c.operands, expected.result);
  auto report = sim::simulate(compiled.mapping, files, capstanMachine(), memory);
  Storage result = spatial::resultOf(compiled.lowered, report.output, c.assignment.lhs.tensor);
  const auto comparison = exec::compare(expected, result);
  CHECK_MESSAGE(comparison.verified, comparison.difference);
  return {std::move(report), std::move(result)};
}

Case spmv(ValueType type) {
  return makeCase("y(i) = A(i,j) * x(j)",
                  {{"A", csr, {300, 400}, Fill::Sparse, 0.1}, {"x", vec, {400}}, {"y", vec, {300}}}, type, 3);
}
Case sddmm(ValueType type) {
  return makeCase("A(i,j) = B(i,j) * C(i,k) * D(k,j)",
                  {{"A", csr, {60, 80}},
                   {"B", csr, {60, 80}, Fill::Sparse, 0.1},
                   {"C", rowMajor, {60, 40}},
                   {"D", columnMajor, {40, 80}}},
                  type, 3);
}

}  // namespace

TEST_CASE("cycles are at least the bytes at peak bandwidth, and the multiplications on all lanes") {
  for (const char* name : {"ideal", "hbm2e", "ddr4-2133x4"}) {
    const auto memory = driver::loadHardware("capstan", name).memory;
    for (const int outer : {1, 4, 12}) {
      const Case spmvCase = spmv(ValueType::Float32), sddmmCase = sddmm(ValueType::Float32);
      const auto s = simulate(spmvCase, outer, 16, memory), d = simulate(sddmmCase, outer, 16, memory);
      CHECK(s.report.cycles * 16 * outer >= static_cast<std::int64_t>(spmvCase.operands.at("A").stored()));
      CHECK(d.report.cycles * 16 * outer >= static_cast<std::int64_t>(sddmmCase.operands.at("B").stored()) * 40);
      if (memory.ideal) continue;
      for (const auto* run : {&s, &d})
        CHECK(static_cast<double>(run->report.cycles) / capstanMachine().clockGhz * memory.peakGbPerSecond() >=
              static_cast<double>(run->report.readBytes + run->report.writeBytes));
    }
  }
}

TEST_CASE("bytes read are at least the words of the operands, and written those of the result") {
  const auto memory = driver::loadHardware("capstan", "hbm2e").memory;
  const Case c = spmv(ValueType::Int32);
  const auto run = simulate(c, 8, 16, memory);
  const auto stored = static_cast<std::int64_t>(c.operands.at("A").stored());
  CHECK(run.report.readBytes >= 4 * (2 * stored + 301 + 400));
  CHECK(run.report.writeBytes >= 4 * 300);
}

TEST_CASE("the same answer, to the bit, for every outer parallelisation") {
  const auto memory = driver::loadHardware("capstan", "hbm2e").memory;
  for (const ValueType type : {ValueType::Int32, ValueType::Float32})
    for (const Case& c : {spmv(type), sddmm(type)}) {
      const auto one = simulate(c, 1, 16, memory);
      for (const int outer : {2, 8, 12, 16})
        CHECK(firstDifference(one.result, simulate(c, outer, 16, memory).result).empty());
    }
}

TEST_CASE("more bodies and more lanes never make an ideal machine slower; DDR4 is never faster than HBM2E") {
  const auto ideal = driver::loadHardware("capstan", "ideal").memory;
  const Case c = spmv(ValueType::Float32);
  CHECK(simulate(c, 16, 16, ideal).report.cycles < simulate(c, 4, 16, ideal).report.cycles);
  CHECK(simulate(c, 4, 16, ideal).report.cycles < simulate(c, 1, 16, ideal).report.cycles);
  CHECK(simulate(c, 4, 16, ideal).report.cycles < simulate(c, 4, 1, ideal).report.cycles);
  const auto hbm = simulate(c, 16, 16, driver::loadHardware("capstan", "hbm2e").memory).report.cycles;
  const auto ddr = simulate(c, 16, 16, driver::loadHardware("capstan", "ddr4-2133x4").memory).report.cycles;
  CHECK(hbm <= ddr);
  CHECK(simulate(c, 16, 16, ideal).report.cycles <= hbm);
}

TEST_CASE("vectors too large for the memory they would be in stay in DRAM: the interpreter's result, to the bit") {
  capstan::Machine small = capstanMachine();
  small.pmu.banks = 4;
  small.pmu.wordsPerBank = 4;
  small.grid.pmu = 16;
  for (const char* name : {"ideal", "hbm2e", "ddr4-2133x4"}) {
    const auto memory = driver::loadHardware("capstan", name).memory;
    for (const ValueType type : {ValueType::Int32, ValueType::Float32})
      for (const Case& c : {spmv(type), sddmm(type)})
        for (const int outer : {1, 2, 8}) {
          CAPTURE(outer);
          driver::CompileOptions options;
          options.facts = driver::factsOf(c.operands);
          options.margin = {1, false};
          const auto compiled = driver::compile(
              c.assignment,
              {{schedule::Environment{"innerPar", 16}, {}}, {schedule::Environment{"outerPar", outer}, {}}}, small,
              options);
          CHECK(compiled.text.find("SparseDRAM") != std::string::npos);
          const auto expected = exec::evaluateReference(c.assignment, c.operands);
          const auto files = spatial::hostFiles(compiled.lowered, c.operands, expected.result);
          const auto interpreted = spatial::interpret(compiled.parsed, files, capstan::publishedLimits);
          const auto simulated = sim::simulate(compiled.mapping, files, small, memory).output;
          CHECK(simulated.failedChecks.empty());
          for (const auto& [dram, words] : interpreted.drams) CHECK(simulated.drams.at(dram).words == words.words);
        }
  }
}
