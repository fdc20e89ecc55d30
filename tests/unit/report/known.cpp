// A run reports its state while it proceeds, so that a stopped run has results to print.
#include <doctest/doctest.h>

#include "driver/run.h"
#include "driver/targets/accelerator.h"
#include "driver/targets/cpu.h"
#include "report/text.h"
#include "support/diagnostic.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

Problem product() {
  KernelSpec spec;
  addExpression(spec, "y(i) = A(i,j) * x(j)");
  for (const auto& [keyword, value] : {std::pair("format", "A:ds"), {"generate", "A:s:0.3:6,7"}, {"generate", "x:d"}})
    addFlag(spec, keyword, value);
  return loadProblem(spec);
}

std::size_t timingsOf(const Run& run) { return acceleratorIn(run) ? acceleratorIn(run)->timings.size() : 0; }

// For each report: the number of timings, and whether there is a result.
using Told = std::vector<std::pair<std::size_t, bool>>;

struct Phases : Progress {
  std::vector<std::string> names;
  void begin(const Phase& phase) override { names.push_back(phase.name); }
  void advance(std::uint64_t, std::uint64_t) override {}
};

const std::vector<std::string> parts = {"expression", "program", "result", "timing"};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("after the tensors, the program and each simulation the run is told, with the result of the first") {
  RunRequest request;
  request.memories = {"ideal", "hbm2e"};
  Told told;
  std::vector<std::string> texts;
  request.known = [&](const Run& run) {
    told.emplace_back(timingsOf(run), run.isChecked);
    texts.push_back(report::text(run, parts));
  };
  Phases phases;
  request.progress = &phases;
  const Run whole = run(product(), request);
  CHECK((told == Told{{0, false}, {0, false}, {1, true}, {2, true}}));
  CHECK(!has(texts[0], "program "));
  CHECK(has(texts[1], "program "));
  CHECK(!has(texts[1], "result "));
  CHECK(has(texts[2], "result      y with 6 stored entries: right"));
  CHECK(has(texts[2], "ideal"));
  CHECK(!has(texts[2], "hbm2e"));
  CHECK(texts[3] == report::text(whole, parts));
  CHECK((phases.names == std::vector<std::string>{"computing the reference", "converting operands, and compiling",
                                                  "simulating on ideal", "simulating on hbm2e"}));
}

TEST_CASE("a run that is stopped during its second simulation has told of the first") {
  RunRequest request;
  request.memories = {"ideal", "hbm2e@0.001"};
  std::atomic<bool> cancelled{false};
  request.cancelled = &cancelled;
  std::size_t timings = 0;
  request.known = [&](const Run& run) {
    timings = timingsOf(run);
    cancelled = timings == 1;
  };
  CHECK_THROWS_AS(run(product(), request), Error);
  CHECK(timings == 1);
}

TEST_CASE("timed runs on the CPU that are stopped are as many as there were") {
  RunRequest request;
  request.target = Target::Cpu;
  request.cpu.runs = 1'000'000;
  std::atomic<bool> cancelled{false};
  request.cancelled = &cancelled;
  struct StopAfterThree : Phases {
    std::atomic<bool>* cancelled = nullptr;
    void advance(std::uint64_t done, std::uint64_t) override { *cancelled = done == 2; }
  } progress;
  progress.cancelled = &cancelled;
  request.progress = &progress;
  std::size_t runs = 0;
  bool isChecked = false;
  request.known = [&](const Run& run) {
    runs = cpuIn(run) && cpuIn(run)->timing ? cpuIn(run)->timing->seconds.size() : 0;
    isChecked = run.isChecked;
  };
  CHECK_THROWS_AS(run(product(), request), Error);
  CHECK(runs == 3);
  CHECK(!isChecked);
}

TEST_CASE("timings that are far apart are called so, with what helps") {
  const auto said = [](std::vector<double> seconds, int threads) {
    CpuTiming timing;
    timing.seconds = std::move(seconds);
    timing.threads = threads;
    return timing.unevenness();
  };
  CHECK(said({}, 1).empty());
  CHECK(said({5}, 1).empty());
  CHECK(said({1, 2, 2, 9}, 2).empty());
  CHECK(
      said({1, 3, 3}, 2) ==
      "the median is 3.0 times the minimum, probably because of another process or a change of the processor's frequency; "
      "measure on an idle machine, or with --threads=1");
  CHECK(said({1, 3, 3}, 1).find("--threads") == std::string::npos);
  Run run;
  run.request.target = Target::Cpu;
  auto made = std::make_shared<CpuProduct>();
  made->timing = CpuTiming{2, {1e-3, 3e-3, 3e-3}, "cc", 0, {}};
  run.products.push_back(made);
  CHECK(has(report::text(run, {"timing"}),
            "(median of 3 runs, the least 1 ms) on 2 threads\n            uneven: the median is 3.0"));
}
