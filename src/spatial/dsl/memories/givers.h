// Which FIFOs can be given elements in several places, one place after the other; internal to the room.
#pragma once

#include <set>
#include <string>

#include "spatial/nodes.h"

namespace stardust::dsl {

/// The FIFOs that several places give elements to which can take turns in the order of the program, as hardware lets
/// them: each in a body of primitives of its own, none in a copy of a body that the FIFO is not in, and one place, in
/// another body, that takes. (A body that takes and gives needs room before it takes: more than in the order of the
/// program.) Cost linear in the body.
std::set<std::string> givenInTurn(const spatial::Body& accel);
/// Appends statements to the body that declares a memory.
spatial::Body withLast(const spatial::Body& body, const std::string& memory, const spatial::Body& last);

}  // namespace stardust::dsl
