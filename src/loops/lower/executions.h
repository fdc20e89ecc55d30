// Execution of loops as requested by the schedule: unrolled, vectorised or parallel.
#pragma once

#include <map>
#include <set>
#include <string>

#include "loops/lower/independence.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

/// The loops lowered so far, by their names in the schedule.
struct Executions {
  std::map<std::string, VectorRequest> vectors;  ///< loops to vectorise, by counter variable
  std::set<notation::IndexVar> merged, shared;   ///< loops that merge several levels; loops that threads share
};

/// The unroll factor that the schedule requests for the loop over `scheduled`, counted by `var`; 0 if none. Records a
/// vectorisation request in `found`.
int unrolledAsScheduled(const cin::Forall& loop, const notation::IndexVar& scheduled, const std::string& var,
                        const StatementFacts& facts, Executions& found);
/// Throws Error (unsupported) if a loop cannot execute as the schedule requests.
void requireAsScheduled(const StatementFacts& facts, const Executions& found);

}  // namespace stardust::loops
