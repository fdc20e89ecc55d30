// The time spans of a program's parts: its loops, and the units outside all loops.
#pragma once

#include <string>
#include <vector>

#include "report/loops.h"
#include "sim/capstan/simulate.h"

namespace stardust::report {

struct Timeline {
  struct Row {
    std::string what;
    std::size_t depth = 0;             ///< number of enclosing loops
    sim::Cycle first = 0, last = 0;    ///< first and last cycle in which one of its units was active
    std::vector<std::uint8_t> busy{};  ///< by window: percentage of the cycles in which the busiest unit was active
  };
  sim::Cycle windowCycles = 1;
  std::vector<Row> rows;  ///< in program order, loops before their contents
};

/// For the parts that were active. O(slices + contexts × windows).
Timeline timelineOf(const std::vector<sim::UnitRow>& units, const LoopTree& loops, const sim::Recording& recording);

}  // namespace stardust::report
