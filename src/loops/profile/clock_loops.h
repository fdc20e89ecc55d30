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
  std::vector<bool> isTimed;  ///< whether the row has clocks

  std::int64_t counters() const { return static_cast<std::int64_t>(loops.size()) + 1; }
};

/// Reads the clock at the begin and the end of each row for which `isTimed` holds, and that has loops, or idioms in
/// their place. The function computes the same. Parallel loops become serial. Rows in vectors (simd, tiled) have no
/// clocks, nor rows with a copy without notes, because they would measure a part of the time.
ClockedFunction clockedLoops(const Function& function,
                             const std::function<bool(const std::vector<LoopRow>&, std::size_t)>& isTimed);
/// The function alone, with clocks in all rows; unchanged without rows.
Function withClockedLoops(const Function& function);

}  // namespace stardust::loops
