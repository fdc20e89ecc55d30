// Runs functions of the imperative IR, checking every access: what C would trust is an error here.
#pragma once

#include <cstdint>

#include "exec/reference.h"
#include "loops/nodes.h"

namespace stardust::exec {

struct LoopsOptions {
  std::int64_t steps = std::int64_t{1} << 34;  ///< iterations of all loops together
  std::int64_t threads = 1;                    ///< what threads() is; parallel loops run one iteration after the other
};

/// Calls `function` with the arrays of `operands` and returns the result: the arrays that go out, as a tensor like
/// `result`. The function is verified (loops::verify). F32 is rounded after each operation, integers wrap. Throws Error
/// (internal), naming the statement: an index outside its array, the read of an element that was not written, an
/// operand that is not there or of another type or format; (user): integer division by zero; (unsupported): more
/// iterations than `options` allow, arrays that do not fit the memory.
Storage interpret(const loops::Function& function, const Operands& operands, const notation::TensorVar& result,
                  const LoopsOptions& options = {});

}  // namespace stardust::exec
