// Runs a mapped program cycle by cycle on the machine: the values it moves are the values it computes with.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "capstan/mapping.h"
#include "sim/dram/dram.h"
#include "sim/recording.h"
#include "spatial/host_data.h"

namespace stardust::sim {

struct Options {
  std::function<bool()> cancelled;  ///< asked every few thousand cycles; true stops the run (unsupported)
  /// Told every few thousand cycles: the cycle, and how many there will be at least (0: nobody knows).
  std::function<void(Cycle, Cycle)> progress;
  Cycle maxCycles = Cycle{1} << 40;  ///< a run that goes on for more, or is known to, is stopped
  bool records = false;              ///< keep what each unit does in each cycle: Report::recording
  Cycle watchdogCycles = 1'000'000;  ///< without a firing or a word moved: a deadlock, though events may go on
  bool isReversed = false;           ///< looks at the units of a cycle the other way round, which must not matter
};

/// Cycles of one unit, or of all units with one origin: they add up to the cycles of the run.
struct Counters {
  Cycle active = 0;  ///< fired, or walked an empty iteration
  Cycle stall = 0;   ///< an output was full
  Cycle starve = 0;  ///< an input was empty
  Cycle done = 0;    ///< had nothing left to do
};

/// All copies of one context of the program.
struct UnitRow {
  std::string unit;  ///< "compute", "SRAM read", "sparse access", "load", "store", "scanner", "bit vector", "join"
  std::string name;  ///< "Reduce j"
  std::string note;
  int copies = 0;
  Counters counters;
};

/// Where the cycles of the compute units with most work went; fractions of (cycles × those units), which add up to 1.
struct Breakdown {
  double active = 0;        ///< lanes at work
  double vectorLength = 0;  ///< lanes idle in a vector that fired
  double loadStore = 0;     ///< waiting for DRAM
  double sram = 0;          ///< waiting for a sparse memory or the shuffle network
  double network = 0;       ///< waiting for another unit
  double imbalance = 0;     ///< done before the others
};

struct Report {
  spatial::RunOutput output;
  Cycle cycles = 0;
  double seconds = 0;
  std::int64_t readBytes = 0, writeBytes = 0;  ///< of DRAM bursts
  DramStats dram;
  std::int64_t vectorOperations = 0;  ///< firings × operations
  std::int64_t laneOperations = 0;    ///< of active lanes
  std::vector<UnitRow> units;
  Breakdown breakdown;
  std::shared_ptr<const Recording> recording;  ///< if Options::records
};

/// Throws Error (wrong) for a deadlock, an address out of range, a word that nothing wrote, a division by zero,
/// elements left in a FIFO; (user) for files that are missing; (unsupported) when cancelled.
Report simulate(const capstan::Mapping& mapping, const spatial::HostFiles& files, const capstan::Machine& machine,
                const capstan::MemorySystem& memory, const Options& options = {});
/// The same with a DRAM of the caller's; `isIdeal`: without network delay.
Report simulate(const capstan::Mapping& mapping, const spatial::HostFiles& files, const capstan::Machine& machine,
                Dram& dram, bool isIdeal, const Options& options = {});

}  // namespace stardust::sim
