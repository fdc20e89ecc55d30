// The DRAM model compared with the calibration data, if they are available: bandwidth and latency of the reads.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "experiments/dram_calibration.h"

using namespace stardust;
using namespace stardust::experiments;

TEST_CASE("the model follows the measured bandwidth and latency curves") {
  const std::string path = STARDUST_SOURCE_DIR "/../shared/data/dram_calibration.csv";
  if (!std::filesystem::is_regular_file(path)) {
    MESSAGE("skipped: ../shared/data/dram_calibration.csv is not here");
    return;
  }
  const auto rows = readCalibration(path);
  CHECK(rows.size() == 52);
  int outsideBandwidth = 0, outsideLatency = 0;
  for (const auto& row : rows) {
    CAPTURE(row.memory);
    CAPTURE(row.pattern);
    CAPTURE(row.traffic.streams);
    CAPTURE(row.traffic.writePercent);
    CAPTURE(row.traffic.offeredLoad);
    const auto model = modelOf(row, row.bursts() / 2, 1);
    const double bandwidth = std::abs(model.gbPerSecond / row.gbPerSecond - 1);
    CHECK(bandwidth < 0.14);
    outsideBandwidth += bandwidth > bandwidthTolerance;
    if (row.readNs == 0) continue;
    const double latency = std::abs(model.readNs / row.readNs - 1);
    CHECK(latency < 0.25);
    outsideLatency += latency > latencyTolerance;
  }
  // Shorter runs than those of docs/results; docs/internals/dram.md explains which rows these are.
  CHECK(outsideBandwidth <= 2);
  CHECK(outsideLatency <= 2);
}
