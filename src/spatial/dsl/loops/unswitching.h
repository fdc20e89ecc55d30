// A loop over primitives that takes elements under a condition of outside; internal to the room.
#pragma once

#include <optional>

#include "spatial/dsl/loops/loops.h"

namespace stardust::dsl {

/// A body of primitives in two cases, of which one holds in all iterations.
struct Unswitched {
  spatial::Expr condition;
  spatial::Body ifTrue, ifFalse;
};

/// The two cases of a body that takes elements of FIFOs (`val x = mux(condition, fifo.deq, 0)`) where a condition holds
/// which neither the loop nor the body decides; nothing if there is no such condition, if it does not decide all of
/// them, or if a FIFO is used in both cases.
std::optional<Unswitched> unswitched(const Domain& loop, const spatial::Body& body, const Memories& memories);

}  // namespace stardust::dsl
