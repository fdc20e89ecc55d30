// Interprets Spatial programs by their language semantics: the reference for the simulator and the tests.
//
// Schedule. The statements of a body are stages that run concurrently. A stage waits for the earlier stages of its
// iteration that define a val it uses, or that share a memory with it if one of the two writes the memory. (For a DRAM:
// if the earlier stage writes it, by a store or through an alias, and the later one reads it.) FIFOs couple running
// stages, and have the declared depth. The iterations of an outer loop are sequential; `par p` runs p of them at a
// time, each in its own copy of the body and of the memories declared there, iteration t in copy t mod p, and waits for
// all p before it starts the next p. A leaf body fires one iteration at a time, as soon as each FIFO has the element to
// take and room for the elements to give. A scan takes the words of its bit vectors as they arrive. gen_bitvector gives
// a word when a coordinate beyond it has arrived, or none is left. A conditional enq waits for room whether or not its
// condition holds. Memories are new in each iteration of the body that declares them. A FIFO with several readers gives
// every element to each of them. The stages that give elements to one FIFO run one after the other.
//
// Order of reductions. A Reduce with `par p` on its innermost counter takes up to p consecutive iterations of that
// counter as one vector, and combines its lanes by combineLanes (spatial/arithmetic.h), then accumulator = accumulator
// op lanes, from the identity. A Reduce over a scan takes its vectors from one tile of coordinates after the other: the
// last vector of a tile may be short. An outer Reduce does the same with its p copies. All other updates of one word
// happen in iteration order, except unordered RMWs from the copies of a loop with par > 1. Their order is that of this
// schedule, and an executor with another schedule may round floating-point sums differently.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "spatial/host_data.h"
#include "spatial/limits.h"
#include "support/progress.h"

namespace stardust::spatial {

struct InterpreterOptions {
  std::uint64_t maxSteps = UINT64_MAX;              ///< total of iterations and transferred words
  std::uint64_t maxWords = std::uint64_t{1} << 27;  ///< words in use, over all memories; declared sizes are free
  const std::atomic<bool>* cancelled = nullptr;     ///< polled every few thousand steps
  Progress* progress = nullptr;                     ///< then also receives the steps so far
  /// Program::isSpeculative: called with the rule and place of each statement's first access outside a memory.
  std::function<void(const char* rule, const Diagnostic&)> warn{};
};

/// Runs the program and its checks, with the vectors and tiles of a machine.
///
/// Throws Error:
///   User         a missing file or one of the wrong type, a wrong name or type
///   Wrong        with the statement and the names: deadlock (the waiting stages and their FIFOs), elements left in a
///                FIFO, reads of unwritten words, addresses out of range, integer division by zero, a host array
///                longer than its DRAM
///   Unsupported  more than 65,536 copies of a body, maxSteps or maxWords exceeded, cancelled
///
/// Transfers copy unwritten words as such. They are errors only if their value is used, and 0 in the output.
RunOutput interpret(const Program& program, const HostFiles& files, const Limits& limits,
                    const InterpreterOptions& options = {});

}  // namespace stardust::spatial
