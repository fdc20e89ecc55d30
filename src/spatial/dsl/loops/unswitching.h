// Unswitching of a loop over primitives that dequeues under a loop-invariant condition; internal to the room.
#pragma once

#include <optional>

#include "spatial/dsl/loops/loops.h"

namespace stardust::dsl {

/// A leaf body specialized to the two values of a condition that is constant during the loop.
struct Unswitched {
  spatial::Expr condition;
  spatial::Body ifTrue, ifFalse;
};

/// Splits a body that dequeues conditionally (`val x = mux(condition, fifo.deq, 0)`) by a loop-invariant condition.
/// Empty if there is no such condition, if it does not decide all of the dequeues, or if a FIFO is used in both cases.
std::optional<Unswitched> unswitched(const Domain& loop, const spatial::Body& body, const Memories& memories);

}  // namespace stardust::dsl
