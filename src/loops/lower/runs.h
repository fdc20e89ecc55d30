// Operands that keep runs of equal values. Each run covers its coordinates, so such a level decides nothing about which
// coordinates a loop visits: it follows, and tells where the value of a coordinate is. A loop over all coordinates goes
// from run to run, and where nothing but runs depends on the coordinate, a run is one step.
#pragma once

#include <vector>

#include "loops/lower/merge.h"
#include "loops/lower/statement.h"
#include "loops/names.h"

namespace stardust::loops {

/// The levels that a loop can walk along, their fibers being known. An outermost loop around others searches instead,
/// so that its iterations can run at the same time.
std::vector<iteration::LevelIterator> followersOf(const cin::Forall& loop, const Scope& outer,
                                                  const StatementFacts& facts);
bool hasFollowers(const Merge& merge);
/// Whether the loop visits all coordinates along runs of operands, and nothing else.
bool isAlongRuns(const Merge& merge);
/// Of a merge along runs: whether the statement does the same for every coordinate of a run, once or as often as there
/// are coordinates.
bool takesWholeRuns(const Merge& merge, const StatementFacts& facts);
/// while begin < extent { the run, or the part of runs that all operands have in common; one step if it takes whole
/// runs, or a loop over its coordinates }
Body runByRun(Merge& merge, bool takesWhole, const Scope& outer, const Emit& visit, Names& names);

}  // namespace stardust::loops
