// Runs Spatial programs by their language semantics: the reference that the simulator and the tests compare with.
//
// Schedule. The statements of a body are stages that run concurrently. A stage starts when the earlier stages of its
// iteration are done that define a val it uses, or that it shares a memory with and one of the two writes it (for a
// DRAM: that write, by a store or through an alias, what it reads); FIFOs couple running stages and are as deep as
// declared. The iterations of an outer loop follow each other; `par p` runs p of them at a time, each in its own copy
// of the body and of the memories declared there, iteration t in copy t mod p, and waits for all p before the next
// round. A body of primitives fires one iteration at a time, as soon as each FIFO has the element it takes and room
// for the elements it gives. A scan takes the words of its vectors as they come, gen_bitvector gives a word when a
// coordinate beyond it has come or none is left; a conditional enq waits for room whether its condition holds or not.
// Memories are new in each iteration of the body that declares them. A FIFO with several readers gives each of them
// every element; the stages that give elements to one FIFO follow each other.
//
// Order of reductions. A Reduce with `par p` on its innermost counter takes up to p consecutive iterations of that
// counter as one vector and combines its lanes by combineLanes (spatial/arithmetic.h), then accumulator = accumulator
// op lanes, from the identity on. A Reduce over a scan takes its vectors from one tile of coordinates after the
// other: the last vector of a tile may be short. An outer Reduce does the same with its p copies. All other updates
// of one word happen in the order of iterations, except unordered RMWs from the copies of a loop with par > 1: their
// order is that of this schedule, and an executor with another one may round floating-point sums differently.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "spatial/host_data.h"
#include "spatial/limits.h"
#include "support/progress.h"

namespace stardust::spatial {

struct InterpreterOptions {
  std::uint64_t maxSteps = UINT64_MAX;              ///< iterations and words transferred, in total
  std::uint64_t maxWords = std::uint64_t{1} << 27;  ///< in use, of all memories; declared sizes are free
  const std::atomic<bool>* cancelled = nullptr;     ///< looked at every few thousand steps
  Progress* progress = nullptr;                     ///< then, too, is told the steps so far
  /// Program::isSpeculative: is told the rule and the place of the first access outside a memory of each statement that
  /// has such.
  std::function<void(const char* rule, const Diagnostic&)> warn{};
};

/// Runs the program and its checks, with the vectors and tiles of a machine.
/// Throws Error:
///   User         a file that the program names is missing or has the wrong type, a name or a type is wrong
///   Wrong        with the statement and the names: deadlock (which stages wait for which FIFO), elements left in a
///   FIFO,
///                reads of words that nothing wrote, addresses out of range, integer division by zero, a host array
///                longer than its DRAM
///   Unsupported  more than 65,536 copies of a body, maxSteps or maxWords exceeded, cancelled
/// Words that a run leaves unwritten are copied as such; they are errors only where a value is used, and 0 in the
/// output.
RunOutput interpret(const Program& program, const HostFiles& files, const Limits& limits,
                    const InterpreterOptions& options = {});

}  // namespace stardust::spatial
