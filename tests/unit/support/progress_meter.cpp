#include "support/progress_meter.h"

#include <doctest/doctest.h>

using namespace stardust;

namespace {

const ProgressMeter::Clock::time_point start{};

std::string after(const ProgressMeter& meter, double seconds) {
  return meter.text(start +
                    std::chrono::duration_cast<ProgressMeter::Clock::duration>(std::chrono::duration<double>(seconds)));
}

ProgressMeter begun(const Phase& phase) {
  ProgressMeter meter;
  meter.begin(phase, start);
  return meter;
}

const Phase simulating{"simulating on hbm2e", "million cycles", 1e6, true};

}  // namespace

TEST_CASE("a phase says how long it has gone on; before the first there is nothing to say") {
  CHECK(ProgressMeter().text(start).empty());
  CHECK(after(begun({"packing A"}), 12.2) == "packing A: 12 s");
  CHECK(after(begun({"packing A"}), 240) == "packing A: 4 min");
  CHECK(after(begun({"packing A"}), 7200) == "packing A: 2.0 h");
}

TEST_CASE("without a total there is a rate, once there is time to tell it") {
  ProgressMeter meter = begun(simulating);
  CHECK(after(meter, 5) == "simulating on hbm2e: 5 s");
  meter.advance(3'300'000, 0);
  CHECK(after(meter, 0.5) == "simulating on hbm2e: 0 s, 3.30 million cycles");
  CHECK(after(meter, 10) == "simulating on hbm2e: 10 s, 3.30 million cycles, 0.33 a second");
}

TEST_CASE("a total says how much is left") {
  ProgressMeter meter = begun({"reading A.mtx", "MB", 1e6});
  meter.advance(50'000'000, 200'000'000);
  CHECK(after(meter, 10) == "reading A.mtx: 10 s, 50.0 of 200 MB, 30 s left");
  meter.advance(200'000'000, 200'000'000);
  CHECK(after(meter, 40) == "reading A.mtx: 40 s, 200 of 200 MB, 0 s left");
  meter = begun({"running on the CPU", "runs"});
  meter.advance(3, 20);
  CHECK(after(meter, 3) == "running on the CPU: 3 s, 3 of 20 runs, 17 s left");
}

TEST_CASE("a lower bound is called one") {
  ProgressMeter meter = begun(simulating);
  meter.advance(500'000, 2'000'000);
  CHECK(after(meter, 5) == "simulating on hbm2e: 5 s, 0.50 of at least 2.00 million cycles, at least 15 s left");
  meter.advance(1'000'000, 2'100'000);
  CHECK(after(meter, 10) == "simulating on hbm2e: 10 s, 1.00 of at least 2.10 million cycles, at least 11 s left");
}

TEST_CASE("an estimate that the work exceeds is withdrawn, and does not come back") {
  const auto shown = [](std::uint64_t done, std::uint64_t total, const Phase& phase) {
    ProgressMeter meter = begun(phase);
    meter.advance(100'000, 200'000);
    meter.advance(done, total);
    meter.advance(400'000, 4'000'000);
    return after(meter, 10);
  };
  const std::string withdrawn = "simulating on hbm2e: 10 s, 0.40 million cycles, 0.04 a second";
  CHECK(shown(200'000, 200'000, simulating) == withdrawn);  // reached, and the run continues
  CHECK(shown(250'000, 200'000, simulating) == withdrawn);
  CHECK(shown(110'000, 300'000, simulating) == withdrawn);  // the bound grew
  CHECK(shown(250'000, 200'000, {"reading a.mtx", "MB", 1e6}) == "reading a.mtx: 10 s, 0.40 MB, 0.04 a second");
}

TEST_CASE("a new phase knows nothing of the one before") {
  ProgressMeter meter = begun(simulating);
  meter.advance(2, 1);
  meter.begin({"packing A"}, start + std::chrono::seconds(3));
  CHECK(meter.phase() == "packing A");
  CHECK(after(meter, 5) == "packing A: 2 s");
}
