// Where the time of a kernel on the CPU goes: further runs of it with counters and with clocks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/cpu.h"
#include "exec/reference.h"

namespace stardust::driver {

/// A loop, as the comments of the C name it.
struct LoopProfile {
  std::string loop;
  std::size_t depth = 0;
  std::int64_t entered = 0, iterations = 0;
  /// Of the run with clocks. None: it was entered too often to be timed, or the loops of the C are others.
  std::optional<double> seconds;
  std::optional<double> ownSeconds;  ///< without the timed loops inside
};

/// The accesses to an array.
struct ArrayProfile {
  std::string array, contents;
  std::int64_t read = 0, written = 0;  ///< elements
  std::int64_t bytes = 0;              ///< of these elements
  std::int64_t footprint = 0;          ///< bytes of the distinct lines; of results and workspaces: up to the last one
  std::int64_t lines = 0;              ///< lines that a model of a small cache loads (loops/profile/touch.h)
  std::int64_t jumps = 0;              ///< those that are no neighbour of the line before, at the same place
};

/// The time that the accesses would take if nothing else took time, from speeds that were measured in blocks like the
/// footprints.
struct MemoryBound {
  std::int64_t footprint = 0;    ///< of all arrays
  std::int64_t streamBytes = 0;  ///< of the lines without jumps
  /// The first access to each line has the speed of a block like all arrays, further ones that of a block like the
  /// array.
  double streamSeconds = 0;
  std::int64_t jumps = 0;  ///< of the arrays with a notable number of them, each in a block like the array
  double overlappingSeconds = 0, dependentSeconds = 0;  ///< if loads overlap; if each waits for the one before
};

struct CpuProfile {
  int threads = 1;
  double seconds = 0;         ///< the least of the kernel without counters and clocks
  double clockedSeconds = 0;  ///< of the run with clocks, on one thread
  double countedSeconds = 0;  ///< of the run with counters, on one thread
  std::vector<LoopProfile> loops;
  std::vector<ArrayProfile> arrays;
  MemoryBound memory;

  /// A sentence, if the times of loops are not reliable because their run took far longer than the kernel; otherwise
  /// empty.
  std::string disturbance() const;

  enum class Bound { Bandwidth, Latency, Instructions };
  /// The larger of the two parts of memory, if it is at least half of the time.
  Bound bound() const;
};

/// Runs the kernel with counters, and with clocks in the loops that are entered so seldom that the clocks disturb
/// nothing. Both are single-threaded, and their results must equal the reference; otherwise throws Error (wrong). Then
/// measures the memory. `timing`: of the run that is reported. Throws as runOnCpu.
CpuProfile profileOnCpu(const Problem& problem, const CpuCompiled& compiled, const loops::LoweringOptions& options,
                        const CpuSettings& settings, const CpuTiming& timing, const exec::Evaluated& reference,
                        const Hooks& hooks);

}  // namespace stardust::driver
