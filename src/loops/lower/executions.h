// How the schedule wants loops to run: unrolled, in vectors, by threads.
#pragma once

#include <map>
#include <set>
#include <string>

#include "loops/lower/orders.h"
#include "loops/lower/statement.h"

namespace stardust::loops {

/// What the loops are like that were lowered, by the names that the schedule has for them.
struct Executions {
  std::map<std::string, WantedVector>
      vectors;  ///< those that are wanted in vectors, by the variables that they count in
  std::set<notation::IndexVar> merged, shared;  ///< those that merge several levels; those that threads share
};

/// The loop over `scheduled` counts in `var`: how often the schedule wants it unrolled, 0 if it does not. Notes in
/// `found` if it is wanted in vectors.
int unrolledAsScheduled(const cin::Forall& loop, const notation::IndexVar& scheduled, const std::string& var,
                        const StatementFacts& facts, Executions& found);
/// Throws Error (unsupported): the schedule wants a loop to run in a way that it cannot.
void requireAsScheduled(const StatementFacts& facts, const Executions& found);

}  // namespace stardust::loops
