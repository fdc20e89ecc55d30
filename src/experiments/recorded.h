// The programs with recorded runs on the original simulator: our counterparts, run again
// (examples/spatial/recorded.toml).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/jobs.h"
#include "support/diagnostic.h"

namespace stardust::experiments {

using Json = nlohmann::ordered_json;

/// Compute units, memory units, and address generators of DRAM.
struct RecordedUnits {
  int pcu = 0, pmu = 0, mc = 0;
};

struct RecordedApp {
  std::string name;  ///< of the program in the record, and of our class
  std::string file;  ///< in examples/spatial
  std::int64_t cycles = 0;
  RecordedUnits units;
};

struct Recorded {
  std::string machine, memory;  ///< by name: the simulated ones, as far as they are known
  std::vector<RecordedApp> apps;
};

/// Throws Error (user) with a caret for a TOML syntax error, and a missing, unknown or mistyped value.
Recorded parseRecorded(Source toml);

/// Runs all programs. The document: `[{"app", "file", "recordedCycles", "cycles", "recordedUnits", "units"}, …]`, in
/// the order of the table. A program that could not be run has `failed` instead of `cycles` and `units`.
Json measureRecorded(const Recorded& recorded, const PoolOptions& pool);

/// Agreement of a document's cycles with the record.
struct Agreement {
  double meanRatio = 0;   ///< geometric mean of max(ours / recorded, recorded / ours)
  double meanUnits = 0;   ///< the same of PCU + PMU, where both are positive
  std::size_t close = 0;  ///< programs within `recordedTolerance`
  std::size_t measured = 0, missing = 0;
};
Agreement agreementOf(const Json& document);
/// PCU + PMU: the original's choice between the two for an integer context was arbitrary.
double computeAndMemory(const Json& units);

}  // namespace stardust::experiments
