// Prints stream graphs as Graphviz text, which `parseGraph` reads back.
#pragma once

#include <string>

#include "sam/nodes.h"

namespace stardust::sam {

/// One line for each block and each wire, in the dialect of the public SAM compiler: `dot -Tsvg` draws it. A stream
/// with several consumers passes a node of type broadcast.
std::string print(const Graph& graph);

}  // namespace stardust::sam
