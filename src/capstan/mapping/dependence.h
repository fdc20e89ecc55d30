// Static analysis of a context's integers: whether the iterations of a loop access disjoint words of a memory, so that
// there is no loop-carried dependence, and which values are constant.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// A read or write of SRAM words in a context.
struct WordUse {
  const Context* context;
  Register index;
  bool isWrite;
};

/// Whether no word written by one iteration of the loop at `level` (1 is the outermost) is accessed by another
/// iteration. All uses are in the same copies of the loops down to there. Indices must be affine in iterators, with
/// constant coefficients, and in values known outside the loop; otherwise the answer is no. Linear in the operations,
/// quadratic in the uses.
bool areIterationsIndependent(const std::vector<WordUse>& uses, Id level);

/// `to` - `from`, if it is constant. Linear in the operations.
std::optional<std::int64_t> fixedDistance(const Context& context, Register from, Register to);
/// The value of a register, if it is constant.
std::optional<std::int64_t> fixedValue(const Context& context, Register reg);

}  // namespace stardust::capstan
