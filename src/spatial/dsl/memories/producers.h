// FIFOs whose producers can consume turns; internal to the room.
#pragma once

#include <set>
#include <string>

#include "spatial/nodes.h"

namespace stardust::dsl {

/// The FIFOs whose producers can consume turns in program order, as hardware permits. Each producer is in a leaf body
/// of its own. No producer is in a copied body that does not contain the FIFO. There is one consumer, in another body.
/// (A body that consumes and produces needs room before it consumes, more than sequential order needs.) Linear in the
/// size of the body.
std::set<std::string> sequentiallyFedFifos(const spatial::Body& accel);
/// Appends statements to the body that declares a memory.
spatial::Body withLast(const spatial::Body& body, const std::string& memory, const spatial::Body& last);

}  // namespace stardust::dsl
