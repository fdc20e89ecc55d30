// A distributed statement on the ranks of MPI: their files, the run, and the joined result.
#pragma once

#include <string>
#include <vector>

#include "driver/cpu.h"
#include "driver/distribution.h"

namespace stardust::driver {

/// The counts and clocks of a rank.
struct RankReport {
  std::int64_t received = 0, sent = 0;   ///< values in each run
  std::int64_t messages = 0;             ///< that it sent in each run
  std::vector<double> exchange, kernel;  ///< seconds of each run
};

struct RanksRun {
  std::vector<RankReport> ranks;
  Storage result;
  /// Seconds of each run: those of the slowest rank.
  std::vector<double> seconds() const;
};

/// Runs the program (mpi::programOf) of a function with one rank for each part. Throws as mpi::compileProgram and
/// mpi::launch.
RanksRun runOnRanks(const Problem& problem, const loops::Function& function, const std::string& program,
                    const Distribution& distribution, int runs, const Hooks& hooks = {});

}  // namespace stardust::driver
