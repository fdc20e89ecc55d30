// A loop around the statement being mapped.
#pragma once

#include <vector>

#include "capstan/mapping/graph.h"
#include "spatial/nodes.h"

namespace stardust::capstan {

class ContextBuilder;

/// A counter of a loop, or its scan.
struct Frame {
  const spatial::Counter* counter;
  Id loop, copy, copies, lanes;
  ContextBuilder* scanner = nullptr;  ///< of a scan: the scanning unit
};

/// Whether all loops of `outer`, in the same copies, are around `inner`.
bool isPrefix(const std::vector<Frame>& outer, const std::vector<Frame>& inner);

}  // namespace stardust::capstan
