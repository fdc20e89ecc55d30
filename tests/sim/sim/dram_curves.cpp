// The model against the calibration data, where they are: bandwidth of the saturated rows and latency of the reads.
#include <doctest/doctest.h>

#include <cmath>

#include "../../../bench/dram_calibration.h"

using namespace stardust;
using namespace stardust::bench;

TEST_CASE("the model follows the measured bandwidth and latency curves") {
  const auto rows = readCalibration(STARDUST_SOURCE_DIR "/../shared/data/dram_calibration.csv");
  if (rows.empty()) {
    MESSAGE("skipped: ../shared/data/dram_calibration.csv is not here");
    return;
  }
  CHECK(rows.size() == 52);
  int outsideBandwidth = 0, outsideLatency = 0;
  for (const auto& row : rows) {
    CAPTURE(row.config);
    CAPTURE(row.pattern);
    CAPTURE(row.traffic.streams);
    CAPTURE(row.traffic.writePercent);
    CAPTURE(row.traffic.offeredLoad);
    auto traffic = row.traffic;
    traffic.bursts = traffic.streams * traffic.outstanding == 1 ? 10000 : row.config == "ddr4p" ? 40000 : 120000;
    const auto model = runTraffic(memoryOf(row, STARDUST_SOURCE_DIR "/machines"), traffic);
    if (row.saturated()) {
      const double off = std::abs(model.gbPerSecond / row.gbPerSecond - 1);
      CHECK(off < 0.20);
      outsideBandwidth += off > 0.10;
    }
    if (row.readNs > 0) {
      const double off = std::abs(model.readNs / row.readNs - 1);
      CHECK(off < 0.35);
      outsideLatency += off > 0.20;
    }
  }
  // docs/internals/dram.md says which rows these are, and why.
  CHECK(outsideBandwidth <= 6);
  CHECK(outsideLatency <= 5);
}
