// Random small SpMV- and SDDMM-shaped cases: the reference, the CIN interpreter, the Spatial interpreter and the
// simulator agree, integers exactly, floating point within the bound of any order of summation.
#include <doctest/doctest.h>

#include "capstan/machine/limits.h"
#include "exec/cin_interpreter.h"
#include "exec/spatial_interpreter.h"
#include "kernels.h"
#include "random_language.h"
#include "sim/capstan/simulate.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

/// A generator of its own, so that the cases are the same on every platform.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t n) {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (z ^ (z >> 31)) % n;
  }
  template <class T>
  const T& of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

 private:
  std::uint64_t state_;
};

struct Trial {
  Case c;
  std::string schedule;
  std::size_t memory = 0;
};

const std::vector<machine::MemorySystem>& memories() {
  static const std::vector<machine::MemorySystem> all = {driver::loadHardware("capstan", "ideal").memory,
                                                         driver::loadHardware("capstan", "hbm2e").memory,
                                                         driver::loadHardware("capstan", "ddr4-2133x4").memory};
  return all;
}

std::map<std::string, std::vector<spatial::Word>> bitsOf(const spatial::RunOutput& output) {
  std::map<std::string, std::vector<spatial::Word>> bits;
  for (const auto& [name, array] : output.drams) bits[name] = array.words;
  for (const auto& [name, array] : output.argOuts) bits[name] = array.words;
  return bits;
}

std::int64_t extent(Dice& dice) { return dice.of<std::int64_t>({1, 1, 2, 3, 7, 16, 17, 33, 64, 100}); }
double density(Dice& dice) { return dice.of<double>({0, 0.02, 0.1, 0.3, 1}); }

std::string environment(Dice& dice, bool outer) {
  const std::string inner = std::to_string(dice.of<int>({1, 2, 4, 16}));
  const std::string bodies = std::to_string(outer ? dice.of<int>({1, 2, 3, 8, 16}) : 1);
  return "environment(innerPar, " + inner + "), environment(outerPar, " + bodies + ")";
}

Trial spmv(Dice& dice, ValueType type) {
  const std::int64_t n = extent(dice), m = dice.below(40) == 0 ? 70000 : extent(dice);
  const Operand A{"A", csr, {n, m}, Fill::Sparse, m > 1000 ? 0.001 : density(dice)}, x{"x", vec, {m}}, y{"y", vec, {n}},
      b{"b", vec, {n}};
  const std::string expression = dice.of<std::string>(
      {"y(i) = A(i,j) * x(j)", "y(i) = x(j) * A(i,j)", "y(i) = b(i) - A(i,j) * x(j)", "y(i) = 2 * A(i,j) * x(j) + b(i)",
       "y(i) = -A(i,j) * x(j)", "y(i) = b(i) * A(i,j) * x(j)", "y(i) = A(i,j) * b(i)"});
  std::vector<Operand> operands = {A, y};
  if (expression.find("x(j)") != std::string::npos) operands.push_back(x);
  if (expression.find("b(i)") != std::string::npos) operands.push_back(b);
  std::string schedule = environment(dice, true);
  if (expression == "y(i) = A(i,j) * x(j)" && dice.below(2))
    schedule += dice.of<std::string>({", accelerate(forall(j, y(i) += A(i,j) * x(j)), Spatial, Reduction, innerPar)",
                                      ", precompute(A(i,j) * x(j), {}, {}, ws)", ", precompute(x(j), {j}, {j}, x_on)"});
  return {makeCase(expression, operands, type, dice.below(1000)), schedule};
}

Trial sddmm(Dice& dice, ValueType type) {
  const std::int64_t n = extent(dice), m = extent(dice), k = extent(dice);
  const std::string expression =
      dice.of<std::string>({"A(i,j) = B(i,j) * C(i,k) * D(k,j)", "A(i,j) = C(i,k) * D(k,j) * B(i,j)"});
  std::string schedule = environment(dice, true);
  if (dice.below(2))
    schedule +=
        dice.of<std::string>({", precompute(C(i,k), {k}, {k}, C_on)", ", precompute(D(k,j), {k,j}, {k,j}, D_on)",
                              ", precompute(C(i,k), {i,k}, {i,k}, C_on), precompute(D(k,j), {k}, {k}, D_on)"});
  return {makeCase(expression,
                   {{"A", csr, {n, m}},
                    {"B", csr, {n, m}, Fill::Sparse, density(dice)},
                    {"C", dice.of<Format>({rowMajor, columnMajor}), {n, k}},
                    {"D", dice.of<Format>({rowMajor, columnMajor}), {k, m}}},
                   type, dice.below(1000)),
          schedule};
}

// No run is faster than its bytes at peak bandwidth, nor than its operations on all lanes of all units with operations.
void obeysPhysics(const sim::Report& report, const machine::MemorySystem& memory, const placement::Plan& plan) {
  const auto cycles = static_cast<double>(report.cycles);
  if (!memory.ideal) {
    const double bytesPerCycle = memory.peakGbPerSecond() / capstanMachine().clockGhz;
    CHECK(cycles * bytesPerCycle >= static_cast<double>(report.readBytes + report.writeBytes));
  }
  std::int64_t most = 0;  // of the firings of one unit
  for (const auto& unit : report.units) most = std::max(most, unit.counters.active / std::max(1, unit.copies()));
  CHECK(report.cycles >= most);
  CHECK(report.laneOperations <= report.vectorOperations * plan.innerPar);
}

void agree(const Trial& trial) {
  CAPTURE(notation::print(trial.c.assignment));
  CAPTURE(trial.schedule);
  const auto& result = trial.c.assignment.lhs.tensor;
  const auto expected = exec::evaluateReference(trial.c.assignment, trial.c.operands);
  driver::CompileOptions options;
  options.facts = driver::factsOf(trial.c.operands);
  options.margin = {1, false};
  const auto compiled =
      driver::compile(trial.c.assignment, schedule::parse(makeSource("-s", trial.schedule)), capstanMachine(), options);
  const auto same = [&](const char* executor, const Storage& actual) {
    const auto comparison = exec::compare(expected, actual);
    CHECK_MESSAGE(comparison.verified, executor << ": " << comparison.difference);
  };
  same("CIN before the schedule", exec::interpret(compiled.concrete, trial.c.operands, result));
  same("CIN after the schedule", exec::interpret(compiled.scheduled, trial.c.operands, result));
  const auto files = spatial::hostFiles(compiled.lowered, trial.c.operands, expected.result);
  const auto interpreted = spatial::interpret(compiled.parsed, files, capstan::publishedLimits);
  same("Spatial interpreter", spatial::resultOf(compiled.lowered, interpreted, result));
  const auto& memory = memories().at(trial.memory);
  const auto report = sim::simulate(compiled.mapping, files, capstanMachine(), memory);
  same("simulator", spatial::resultOf(compiled.lowered, report.output, result));
  CHECK_MESSAGE(bitsOf(report.output) == bitsOf(interpreted), "the simulator and the interpreter differ in a bit");
  obeysPhysics(report, memory, compiled.plan);
}

}  // namespace

TEST_CASE("random SpMV- and SDDMM-shaped cases agree everywhere") {
  const int cases = casesToRun(3000) / 10;  // each case is simulated, too
  for (int n = 0; n < cases; ++n) {
    Dice dice(static_cast<std::uint64_t>(n));
    CAPTURE(n);
    const ValueType type = dice.of<ValueType>({ValueType::Int32, ValueType::Float32});
    Trial trial = dice.below(2) ? spmv(dice, type) : sddmm(dice, type);
    trial.memory = dice.below(3);
    agree(trial);
  }
}
