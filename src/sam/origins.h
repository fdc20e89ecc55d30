// Where the references of a graph lead: into which level of which tensor.
#pragma once

#include <vector>

#include "sam/nodes.h"

namespace stardust::sam {

/// Findings, in the order of the streams. A scanner, a locator and an array take references into the level above their
/// own: those of the scanner of that level of the same tensor, passed on by repeats, joiners and drops; the root for
/// the first level; or the coordinates of a dense first level, whose references they are. Inputs have sources of their
/// type, and the graph has no cycle.
std::vector<Diagnostic> strayReferences(const Graph& graph);

}  // namespace stardust::sam
