// The rules of stream graphs.
#pragma once

#include <vector>

#include "sam/nodes.h"

namespace stardust::sam {

/// Findings in the order of the blocks; empty: the graph is well-formed. Rules: each input has a source of its type;
/// the graph has no cycle; joined streams are nested equally deep; scanners read the levels of their tensor, with their
/// formats, and take references into the level above (origins.h); the result has a writer for each level, and one for
/// its values. A well-formed graph ends on operands that fit it, if its channels are unbounded.
std::vector<Diagnostic> verify(const Graph& graph);

/// Throws the first finding.
void requireWellFormed(const Graph& graph);

/// The depth of each output, by block and port: the number of levels of its stops. `verify` must have no findings.
std::vector<std::vector<int>> depthsOf(const Graph& graph);

}  // namespace stardust::sam
