// When the parts of a program ran: its loops, and what stands outside all of them.
#pragma once

#include <string>
#include <vector>

#include "report/loops.h"
#include "sim/capstan/simulate.h"

namespace stardust::report {

struct Timeline {
  struct Row {
    std::string what;
    std::size_t depth = 0;             ///< loops around it
    sim::Cycle first = 0, last = 0;    ///< cycles in which a unit of it was active
    std::vector<std::uint8_t> busy{};  ///< by window: per cent of its cycles in which the busiest unit was active
  };
  sim::Cycle windowCycles = 1;
  std::vector<Row> rows;  ///< in the order of the program, loops before what is in them
};

/// Of what was active at all. O(slices + contexts × windows).
Timeline timelineOf(const std::vector<sim::UnitRow>& units, const LoopTree& loops, const sim::Recording& recording);

}  // namespace stardust::report
