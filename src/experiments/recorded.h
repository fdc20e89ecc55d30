// The programs whose runs on the original simulator are on record: our counterparts, run again
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
  std::string machine, memory;  ///< by name: what was simulated, as far as it is known
  std::vector<RecordedApp> apps;
};

/// Throws Error (user) with a caret: no TOML, a missing, unknown or mistyped value.
Recorded parseRecorded(Source toml);

/// Runs all programs. The document: `[{"app", "file", "recordedCycles", "cycles", "recordedUnits", "units"}, …]`, in
/// the order of the table; what could not be run has no `cycles` and `units`, but `failed`.
Json measureRecorded(const Recorded& recorded, const PoolOptions& pool);

/// How the cycles of a document compare with the record.
struct Agreement {
  double meanRatio = 0;   ///< geometric mean of max(ours / recorded, recorded / ours)
  double meanUnits = 0;   ///< the same of PCU + PMU, where both are above 0
  std::size_t close = 0;  ///< programs within `recordedTolerance`
  std::size_t measured = 0, missing = 0;
};
Agreement agreementOf(const Json& document);
/// PCU + PMU: which of the two an integer context of the original went to was chance.
double computeAndMemory(const Json& units);

}  // namespace stardust::experiments
