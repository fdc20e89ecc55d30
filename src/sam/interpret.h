// Runs a stream graph without time: each block turns its complete input streams into its output streams.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sam/nodes.h"
#include "sam/operands.h"
#include "sam/token.h"

namespace stardust::sam {

/// The streams that the writers of the result have taken, with all stops.
struct Written {
  std::vector<Tokens> levels;  ///< by level of the result
  Tokens values;
};

struct StreamRun {
  std::vector<std::vector<Tokens>> streams;  ///< by block and output
  Written written;
};

/// Throws Error (wrong) with the block for streams that do not fit together, and Error (user) for operands that do not
/// fit the graph. `verify` must have no findings. Memory: all tokens of all streams.
StreamRun interpret(const Graph& graph, const Operands& operands, ValueType type);

/// The entries of the result, from what its writers took: coordinates by mode, in the order of the streams. `dims` are
/// the extents of the result. Throws Error (wrong) if the streams of the levels do not belong together.
Coordinates assembled(const Graph& graph, const Written& written, const std::vector<std::int64_t>& dims,
                      ValueType type);

}  // namespace stardust::sam
