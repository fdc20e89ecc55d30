// The cost model: its formulas, and what predictions of programs hold.
#include "tune/cost_model.h"

#include <doctest/doctest.h>

#include "driver/sequence.h"
#include "tune/phases.h"
#include "tune/predictor.h"

namespace stardust::tune {
namespace {

driver::Problem problemFor(const std::string& kernel) {
  return driver::loadProblem(driver::steps(driver::parseKernel(makeSource("kernel", kernel))).front());
}

Candidate candidateOf(const std::string& commands) {
  return {schedule::parse(makeSource("schedule", commands)), commands, "a test"};
}

/// Predictions for one problem and the machine "capstan".
struct Predictions {
  explicit Predictions(const std::string& kernel, const std::string& memory = "hbm2e")
      : problem(problemFor(kernel)),
        hardware(driver::loadHardware("capstan", memory)),
        of(problem, request, hardware) {}

  double cycles(const std::string& commands) {
    const Predicted predicted = of(candidateOf(commands));
    REQUIRE_MESSAGE(predicted.prediction, predicted.refusal);
    return predicted.prediction->cycles;
  }

  driver::Problem problem;
  driver::RunRequest request;
  driver::Hardware hardware;
  Predictor of;
};

std::string spmvOf(int rows, int columns, double density) {
  return "y(i) = A(i,j) * x(j)\nformat A:csr\ngenerate A:s:" + std::to_string(density) + ":" + std::to_string(rows) +
         "," + std::to_string(columns) + "\ngenerate x:d\n";
}

TEST_CASE("the fullest bin: exact for few balls, and the mean conflicts of sixteen lanes in sixteen banks") {
  CHECK(meanOfFullestBin(0, 16) == 0);
  CHECK(meanOfFullestBin(1, 16) == 1);
  CHECK(meanOfFullestBin(2, 2) == doctest::Approx(1.5));
  CHECK(meanOfFullestBin(3, 2) == doctest::Approx(2.25));
  CHECK(meanOfFullestBin(5, 1) == doctest::Approx(5));
  CHECK(meanOfFullestBin(16, 16) == doctest::Approx(3.078).epsilon(0.001));
}

TEST_CASE("rank correlation: order alone counts, and equal values have their mean rank") {
  CHECK(rankCorrelation({1, 2, 3}, {10, 200, 3000}) == doctest::Approx(1));
  CHECK(rankCorrelation({1, 2, 3}, {3, 2, 1}) == doctest::Approx(-1));
  CHECK(rankCorrelation({1, 2, 3}, {5, 5, 5}) == 0);
  CHECK(rankCorrelation({1, 2, 2, 3}, {1, 2, 3, 4}) == doctest::Approx(0.9487).epsilon(0.001));
}

TEST_CASE("statements wait for those that use the same memories, and not for those at the other end of a FIFO") {
  using namespace spatial;
  const auto stmt = [](auto kind) { return StmtNode{kind, "", {}}; };
  const StmtNode fifo = stmt(Memory{"f", MemoryKind::Fifo, Type::Int, {}, {}});
  const StmtNode load = stmt(Load{"m", "a", {}, {}, {}}), other = stmt(Load{"n", "a", {}, {}, {}});
  const StmtNode fill = stmt(Load{"f", "a", {}, {}, {}}), empty = stmt(Store{"b", {}, {}, {}, "f"});
  const StmtNode store = stmt(Store{"b", {}, {}, {}, "m"});
  CHECK(longestChain({&load, &other}, {3, 4}) == 4);
  CHECK(longestChain({&load, &store}, {3, 4}) == 7);
  CHECK(longestChain({&fifo, &fill, &empty}, {0, 3, 4}) == 4);
}

TEST_CASE("more bodies are predicted to be faster until something else limits them, and too many are refused") {
  Predictions predictions(spmvOf(400, 300, 0.1));
  const double one = predictions.cycles("environment(outerPar, 1), stored()");
  const double four = predictions.cycles("environment(outerPar, 4), stored()");
  CHECK(four < 0.5 * one);
  const Predicted refused = predictions.of(candidateOf("environment(outerPar, 32), stored()"));
  CHECK(!refused.prediction);
  CHECK(!refused.refusal.empty());
  CHECK(predictions.cycles("environment(outerPar, 4), stored()") == four);
}

TEST_CASE("the memory limits what moves the same bytes: its bandwidth sets the cycles") {
  Predictions fast(spmvOf(400, 300, 0.3)), slow(spmvOf(400, 300, 0.3), "ddr4-2133x4");
  const std::string commands = "environment(outerPar, 16), stored()";
  const Predicted limited = slow.of(candidateOf(commands));
  REQUIRE(limited.prediction);
  CHECK(limited.prediction->limit == "memory bandwidth");
  CHECK(limited.prediction->cycles > 5 * fast.cycles(commands));
  CHECK(limited.prediction->bytes == doctest::Approx(8 * 36000).epsilon(0.05));
}

TEST_CASE("a sample predicts what the whole does") {
  Predictions sampled(spmvOf(2000, 300, 0.05));
  CHECK(sampled.of.share() < 0.5);
  const Predicted whole = sampled.of(candidateOf("environment(outerPar, 1), stored()"));
  REQUIRE(whole.prediction);
  CHECK(whole.prediction->cycles == doctest::Approx(4547).epsilon(0.3));  // as simulated
  CHECK(whole.prediction->bytes == doctest::Approx(8 * 30000 + 8 * 2000 + 4 * 300).epsilon(0.05));
}

}  // namespace
}  // namespace stardust::tune
