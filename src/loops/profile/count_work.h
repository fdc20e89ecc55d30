// Counts what a function does: the iterations of its loops, and its accesses to arrays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "loops/nodes.h"
#include "loops/profile/loop_rows.h"
#include "loops/profile/touch.h"

namespace stardust::loops {

struct CountedArray {
  std::string name;
  Type type;
  std::optional<Parameter> parameter;  ///< none: a local array, as of a workspace

  /// Whether each line of it is recorded. Otherwise only the last line that was accessed is known.
  bool isOperand() const { return parameter && !parameter->out; }
};

/// A function with one more result, the counters.
struct CountedFunction {
  Function function;
  std::string tensor;  ///< the counters: a dense vector of i64
  std::vector<LoopRow> loops;
  std::vector<CountedArray> arrays;

  std::int64_t counters() const;
  std::size_t counter(std::size_t array, ArrayCounter counter) const;
  /// How often the note of the row was reached, and the iterations of the outermost loops in the row.
  std::size_t entered(std::size_t row) const;
  std::size_t iterations(std::size_t row) const { return entered(row) + 1; }
};

/// The function computes the same. All its loops are serial, and idioms that access arrays are plain loops. Prefetches
/// are not counted. A sort reads and writes each element once, `clear` each key; both load no lines.
CountedFunction countedWork(const Function& function);
/// The function alone; unchanged without arrays and rows.
Function withCountedWork(const Function& function);

}  // namespace stardust::loops
