// Comparison of the DRAM model with measurements of Ramulator 2.1 under the same loads (docs/internals/dram.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/dram_traffic.h"
#include "experiments/paper_json.h"

namespace stardust::experiments {

inline constexpr double bandwidthTolerance = 0.10, latencyTolerance = 0.20;

struct CalibrationRow {
  std::string memory;   ///< our name: "ddr4-2133x4"
  std::string pattern;  ///< name in the data: seq, mix, rand
  Traffic traffic;
  double gbPerSecond = 0, readNs = 0;  // measured; readNs is 0 if no read was served, because writes starved the reads
  bool starved() const { return readNs == 0 && traffic.writePercent < 100; }
  /// The number of bursts of a run that spans several refreshes.
  std::int64_t bursts() const {
    return traffic.streams * traffic.outstanding == 1 ? 10'000 : memory == "hbm2e" ? 400'000 : 100'000;
  }
};

/// The rows of the built-in memories. Throws Error (user) for a missing file, and for a malformed line.
std::vector<CalibrationRow> readCalibration(const std::string& path);

/// The model under a row's load: the mean over seeds 1, 2, …, because the measured base addresses are unknown. It omits
/// the memory's fixed latency, which the measurements lack.
TrafficResult modelOf(const CalibrationRow& row, std::int64_t bursts, int seeds);

/// "rows" of the calibration, each with measurement and model; "within" counts the rows whose bandwidth and read
/// latency are within the tolerances. Rows not reached before `cancelled` have no model.
Json dramTable(Json header, const std::vector<CalibrationRow>& rows, const PoolOptions& pool);

/// The section of the page, with its plot.
std::string dramSection(const Json& document);
std::string dramPlot(const Json& document);
std::string dramSummary(const Json& document);

}  // namespace stardust::experiments
