// What is known of a context's numbers before it runs: whether the iterations of a loop touch different words of a
// memory, so that they need not wait for each other, and which numbers are always the same.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// A place in a context that reads or writes words of an SRAM.
struct WordUse {
  const Context* context;
  Register index;
  bool isWrite;
};

/// Whether no word that one iteration of the loop at `level` (1: the outermost) writes is touched by another iteration.
/// All uses are in the same copies of the loops down to there. Indices are sums of iterators times constants, and of
/// values that are known outside the loop; whatever else makes the answer no. Linear in the operations, quadratic in
/// the uses.
bool areIterationsApart(const std::vector<WordUse>& uses, Id level);

/// `to` - `from`, if that is the same number each time. Linear in the operations.
std::optional<std::int64_t> fixedDistance(const Context& context, Register from, Register to);
/// The value of a register, if that is the same number each time.
std::optional<std::int64_t> fixedValue(const Context& context, Register reg);

}  // namespace stardust::capstan
