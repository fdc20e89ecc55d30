// Run-length operands. Runs cover all coordinates, so a run-length level does not restrict the iteration of a loop; it
// follows the loop to locate values. A loop over all coordinates advances from run to run, and if only run-length
// operands depend on the coordinate, a whole run is one step.
#pragma once

#include <vector>

#include "loops/lower/merge.h"
#include "loops/lower/statement.h"
#include "loops/names.h"

namespace stardust::loops {

/// The run-length levels that a loop can iterate along, given their fibers. An outermost loop around other loops
/// searches instead, which keeps its iterations independent.
std::vector<iteration::LevelIterator> followersOf(const cin::Forall& loop, const Scope& outer,
                                                  const StatementFacts& facts);
bool hasFollowers(const Merge& merge);
/// Whether the loop visits all coordinates, and only run-length operands are iterated.
bool isAlongRuns(const Merge& merge);
/// For a merge along runs: whether the statement is uniform over a run, so that it executes once, or scaled by the run
/// length.
bool takesWholeRuns(const Merge& merge, const StatementFacts& facts);
/// while begin < extent { the next run, or the intersection of the operands' runs, as one step if the statement is
/// uniform, or else as a loop over its coordinates }
Body runByRun(Merge& merge, bool takesWhole, const Scope& outer, const Emit& visit, Names& names);

}  // namespace stardust::loops
