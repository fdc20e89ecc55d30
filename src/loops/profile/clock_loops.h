// Measures the time of the loops of a function.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "loops/nodes.h"
#include "loops/profile/loop_rows.h"

namespace stardust::loops {

/// A function with one more result: the ticks (loops/idioms/clock.h) of the whole, and then of each row.
struct ClockedFunction {
  Function function;
  std::string tensor;  ///< the ticks: a dense vector of i64
  std::vector<LoopRow> loops;

  std::int64_t counters() const { return static_cast<std::int64_t>(loops.size()) + 1; }
};

/// Reads the clock at the begin and the end of each row with loops for which `isTimed` holds. The function computes the
/// same. Parallel loops become serial. Loops in vectors (simd, tiled) contain no clocks.
ClockedFunction clockedLoops(const Function& function,
                             const std::function<bool(const std::vector<LoopRow>&, std::size_t)>& isTimed);
/// The function alone, with clocks in all rows; unchanged without rows.
Function withClockedLoops(const Function& function);

}  // namespace stardust::loops
