// Interprets functions of the imperative IR, and checks every access: undefined behaviour in C is an error here.
#pragma once

#include <cstdint>

#include "exec/reference.h"
#include "loops/nodes.h"

namespace stardust::exec {

struct LoopsOptions {
  std::int64_t steps = std::int64_t{1} << 34;  ///< limit on the iterations of all loops
  std::int64_t threads = 1;                    ///< the value of threads(); parallel loops run sequentially
  /// The order of the iterations of grids and lanes (loops::Order): 0 is that of the loop, others are permutations.
  std::uint64_t order = 0;
};

/// Calls `function` with the arrays of `operands`. Returns the output arrays of `result` as such a tensor. The function
/// must be verified (loops::verify). F32 is rounded after each operation; integers wrap. Throws Error, with the
/// statement. Internal: an index outside its array, the read of an unwritten element, a missing operand or one of
/// another type or format. User: integer division by zero. Unsupported: more iterations than `options` permit, arrays
/// that exceed the memory.
Storage interpret(const loops::Function& function, const Operands& operands, const notation::TensorVar& result,
                  const LoopsOptions& options = {});

}  // namespace stardust::exec
