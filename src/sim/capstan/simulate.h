// Runs a mapped program cycle by cycle on the machine: the values it moves are the values it computes with.
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
  bool records = false;              ///< keep what each unit does in each cycle: Report::recording
  Cycle watchdogCycles = 1'000'000;  ///< without a firing or a word moved: a deadlock, though events may go on
};

/// All copies of one context of the program.
struct UnitRow {
  std::string unit;    ///< "compute", "SRAM read", "sparse access", "load", "store", "scanner", "bit vector", "join"
  std::string name;    ///< "Reduce j"
  std::string serves;  ///< "sum over j: A(i,j) * x(j)"; the name, where nothing says more
  std::string does;    ///< "compute", "read", "update"
  std::vector<capstan::Id> contexts;
  Counters counters;
  CyclesBy cycles{};             ///< if they are recorded: the same by cause
  std::int64_t activeLanes = 0;  ///< summed over firings
  std::int64_t operations = 0;   ///< that those lanes carried out
  capstan::Id lanes = 1;         ///< of a firing

  int copies() const { return static_cast<int>(contexts.size()); }
  /// The part of its lanes that were at work in its firings.
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
  /// The row of compute units with most lanes at work: its time is the run's time. Of several with about as many (nine
  /// tenths), the one that ended last.
  std::optional<std::size_t> busiest;
  std::shared_ptr<const Recording> recording;  ///< if Options::records
};

/// Throws Error (wrong) for a deadlock, an address out of range, a word that nothing wrote, a division by zero,
/// elements left in a FIFO; (user) for files that are missing; (unsupported) when cancelled.
Report simulate(const capstan::Mapping& mapping, const spatial::HostFiles& files, const capstan::Machine& machine,
                const machine::MemorySystem& memory, const Options& options = {});
/// The same with a DRAM of the caller's; `isIdeal`: without network delay.
Report simulate(const capstan::Mapping& mapping, const spatial::HostFiles& files, const capstan::Machine& machine,
                Dram& dram, bool isIdeal, const Options& options = {});

}  // namespace stardust::sim
