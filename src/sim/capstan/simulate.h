// Simulates a mapped program cycle by cycle. The simulation moves and computes real values.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capstan/mapping/mapping.h"
#include "machine/memory.h"
#include "sim/capstan/causes.h"
#include "sim/engine/recording.h"
#include "sim/engine/worker.h"
#include "spatial/host_data.h"

namespace stardust::sim {

struct Options : RunOptions {
  bool records = false;              ///< record the activity of each unit in each cycle: Report::recording
  Cycle watchdogCycles = 1'000'000;  // so many cycles without a firing or a moved word are a deadlock, even if events
                                     // go on
};

/// All copies of one context of the program.
struct UnitRow {
  std::string unit;    ///< "compute", "SRAM read", "sparse access", "load", "store", "scanner", "bit vector", "join"
  std::string name;    ///< "Reduce j"
  std::string serves;  ///< "sum over j: A(i,j) * x(j)"; the name, if no description is known
  std::string does;    ///< "compute", "read", "update"
  std::vector<capstan::Id> contexts;
  Counters counters;
  CyclesBy cycles{};             ///< if recorded: the same by cause
  std::int64_t activeLanes = 0;  ///< summed over firings
  std::int64_t operations = 0;   ///< carried out by those lanes
  capstan::Id lanes = 1;         ///< lanes of a firing

  int copies() const { return static_cast<int>(contexts.size()); }
  /// The mean fraction of its lanes that were active in its firings.
  double lanesAtWork() const;
};

struct Report {
  spatial::RunOutput output;
  Cycle cycles = 0;
  double seconds = 0;
  std::int64_t readBytes = 0, writeBytes = 0;  ///< of DRAM bursts
  DramStats dram;
  std::int64_t vectorOperations = 0;  ///< firings × operations
  std::int64_t laneOperations = 0;    ///< of active lanes
  std::vector<UnitRow> units;         ///< in the order of the program
  /// The compute row with most active lanes, whose time determines the run's time. Of several within nine tenths of the
  /// maximum, the one that ended last.
  std::optional<std::size_t> busiest;
  std::shared_ptr<const Recording> recording;  ///< if Options::records
};

/// Throws Error. Wrong: a deadlock, an address out of range, a read of an uninitialized word, a division by zero, or
/// elements left in a FIFO. User: missing files. Unsupported: cancelled.
Report simulate(const capstan::Mapping& mapping, const spatial::HostFiles& files, const capstan::Machine& machine,
                const machine::MemorySystem& memory, const Options& options = {});
/// The same with the caller's DRAM; `isIdeal`: no network delay.
Report simulate(const capstan::Mapping& mapping, const spatial::HostFiles& files, const capstan::Machine& machine,
                Dram& dram, bool isIdeal, const Options& options = {});

}  // namespace stardust::sim
