// The DRAM model beside what was measured with Ramulator 2.1 under the same loads (docs/internals/dram.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/dram_traffic.h"
#include "experiments/paper_json.h"

namespace stardust::experiments {

inline constexpr double bandwidthTolerance = 0.10, latencyTolerance = 0.20;

struct CalibrationRow {
  std::string memory;   ///< ours: "ddr4-2133x4"
  std::string pattern;  ///< as the data call it: seq, mix, rand
  Traffic traffic;
  double gbPerSecond = 0, readNs = 0;  ///< measured; readNs is 0 where no read was served: writers starved the readers
  bool starved() const { return readNs == 0 && traffic.writePercent < 100; }
  /// How many bursts a run needs to see several refreshes.
  std::int64_t bursts() const {
    return traffic.streams * traffic.outstanding == 1 ? 10'000 : memory == "hbm2e" ? 400'000 : 100'000;
  }
};

/// The rows for the memories that come with the tool. Throws Error (user): no such file, a line of another form.
std::vector<CalibrationRow> readCalibration(const std::string& path);

/// The model under a row's load; the mean over seeds 1, 2, …, because the measured bases are not known. Without the
/// memory's fixed latency, which the measurements do not have.
TrafficResult modelOf(const CalibrationRow& row, std::int64_t bursts, int seeds);

/// "rows" of the calibration, each measured and modelled; "within" says for how many the bandwidth and the read latency
/// are within the tolerances. Rows that were not reached before `cancelled` have no model.
Json dramTable(Json header, const std::vector<CalibrationRow>& rows, const PoolOptions& pool);

/// The section of the page, and the plot.
std::string dramSection(const Json& document);
std::string dramPlot(const Json& document);
std::string dramSummary(const Json& document);

}  // namespace stardust::experiments
