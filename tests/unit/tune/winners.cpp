// Kept schedules: what is near, what is replaced, and several writers.
#include "tune/winners.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <thread>

#include "driver/sequence.h"
#include "files/files.h"
#include "tune/winners_file.h"

namespace stardust::tune {
namespace {

Subject subjectFor(const std::string& kernel, const std::string& memory = "hbm2e") {
  const auto problem = driver::loadProblem(driver::steps(driver::parseKernel(makeSource("kernel", kernel))).front());
  return subjectOf(problem, driver::loadHardware("capstan", memory));
}

std::string matrixTimesVector(int rows, int columns, double density, const char* format = "csr") {
  return "y(i) = A(i,j) * x(j)\nformat A:" + std::string(format) + "\ngenerate A:s:" + std::to_string(density) + ":" +
         std::to_string(rows) + "," + std::to_string(columns) + "\ngenerate x:d\n";
}

Winner winnerFor(Subject subject, const std::string& schedule, std::int64_t cycles, const std::string& version = "1") {
  return {std::move(subject), schedule, cycles, version};
}

/// A folder that is removed in the end.
struct Folder {
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "stardust-winners-test";
};

TEST_CASE("facts: extents, entries, coordinates of outer levels and skew, of each operand") {
  const OperandFacts facts = subjectFor(matrixTimesVector(60, 50, 0.1)).facts;
  CHECK(facts.at("extent 1 of A") == 60);
  CHECK(facts.at("extent 2 of A") == 50);
  CHECK(facts.at("entries of A") == doctest::Approx(300));
  CHECK(facts.at("coordinates of the levels to 1 of A") <= 60);
  CHECK(facts.at("skew of mode 1 of A") >= 1);
  CHECK(facts.at("extent 1 of x") == 50);
}

TEST_CASE("the distance is that of the fact that differs most, and symmetric") {
  const OperandFacts a = {{"one", 10}, {"two", 30}}, b = {{"one", 15}, {"two", 10}}, c = {{"one", 10}};
  CHECK(distanceBetween(a, a).factor == 1);
  CHECK(distanceBetween(a, a).fact.empty());
  CHECK(distanceBetween(a, b).factor == doctest::Approx(3));
  CHECK(distanceBetween(a, b).fact == "two");
  CHECK(distanceBetween(b, a).factor == distanceBetween(a, b).factor);
  CHECK(std::isinf(distanceBetween(a, c).factor));
  CHECK(std::isinf(distanceBetween(c, a).factor));
  CHECK(distanceBetween({{"one", 0}}, {{"one", 0}}).factor == 1);
  CHECK(distanceBetween({{"one", 0}}, {{"one", 8}}).factor == 8);
}

TEST_CASE("a schedule is found for near operands of the same kernel, machine and memory") {
  Winners winners;
  winners.add(winnerFor(subjectFor(matrixTimesVector(60, 50, 0.1)), "stored()", 100));
  winners.add(winnerFor(subjectFor(matrixTimesVector(600, 50, 0.1)), "environment(outerPar, 2)", 900));
  CHECK(winners.nearest(subjectFor(matrixTimesVector(70, 60, 0.1))).winner->schedule == "stored()");
  CHECK(winners.nearest(subjectFor(matrixTimesVector(70, 60, 0.1))).isNear());
  CHECK(winners.nearest(subjectFor(matrixTimesVector(500, 60, 0.1))).winner->schedule == "environment(outerPar, 2)");
  CHECK(!winners.nearest(subjectFor(matrixTimesVector(60, 500, 0.1))).isNear());
  CHECK(winners.nearest(subjectFor(matrixTimesVector(60, 50, 0.1, "ss"))).winner == nullptr);
  CHECK(winners.nearest(subjectFor(matrixTimesVector(60, 50, 0.1), "ddr4-2133x4")).winner == nullptr);
  CHECK(winners.nearest(subjectFor(matrixTimesVector(60, 50, 0.1) + "type A:double\n")).winner == nullptr);
}

TEST_CASE("the same subject has one schedule: that with fewer cycles, or of another version") {
  const Subject subject = subjectFor(matrixTimesVector(60, 50, 0.1));
  Winners winners;
  winners.add(winnerFor(subject, "a", 100));
  winners.add(winnerFor(subject, "b", 120));
  CHECK(winners.nearest(subject).winner->schedule == "a");
  winners.add(winnerFor(subject, "c", 80));
  CHECK(winners.nearest(subject).winner->schedule == "c");
  winners.add(winnerFor(subject, "d", 90, "2"));
  CHECK(winners.nearest(subject).winner->schedule == "d");
  CHECK(winners.all().size() == 1);
}

TEST_CASE("the text has all winners, and their number is bounded: the oldest is dropped") {
  Winners winners;
  for (std::size_t n = 0; n <= Winners::most; ++n)
    winners.add(winnerFor({"k", "m", "h", {{"entries of A", std::ldexp(1.1, static_cast<int>(n))}}}, "s", 7));
  CHECK(winners.all().size() == Winners::most);
  CHECK(winners.all().front().subject.facts.at("entries of A") == 2.2);
  const Winners again(makeSource("text", winners.print()));
  CHECK(again.print() == winners.print());
}

TEST_CASE("other texts are refused, and later versions of the format") {
  for (const char* text :
       {"", "{", "[]", "{}", "{\"format\": 2, \"schedules\": []}", "{\"format\": 1, \"schedules\": [{}]}"})
    CHECK_THROWS_AS(Winners(makeSource("text", text)), Error);
}

TEST_CASE("several writers lose nothing") {
  const Folder folder;
  const std::string file = (folder.path / "deep" / "tuned.json").string();
  CHECK(readWinners(file).all().empty());
  constexpr int writers = 4, each = 8;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < writers; ++writer)
    threads.emplace_back([&, writer] {
      for (int n = 0; n < each; ++n)
        keepWinner(file, winnerFor({std::to_string(writer), "m", "h", {{"n", n}}}, "s", n));
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(readWinners(file).all().size() == writers * each);
}

}  // namespace
}  // namespace stardust::tune
