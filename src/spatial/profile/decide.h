// From facts to decisions; internal to the room. Each function changes only the decisions.
#pragma once

#include "spatial/profile/facts.h"

namespace stardust::profile {

/// After a trial run that came to its end: the lengths of loops, or longer ones where a run took all rounds. Once they
/// are known, also which FIFOs can be given elements in turn, and which have to be deeper. An error where the program
/// waits for ever, or a loop does not end; null otherwise.
std::exception_ptr learn(dsl::Decisions& decisions, const dsl::Dsl& dsl, const dsl::Rounds::Facts& facts);

// After one that failed. Each is false if it has nothing to change.
/// All loops are longer: it may have failed for want of rounds.
bool lengthen(dsl::TripCounts& trips, const dsl::Rounds& rounds);
/// FIFOs that a condition of outside lets stream are counted: a counted one keeps elements that are left.
bool countUnswitched(dsl::Dsl& dsl);
/// From now on each of several places that take from one of these FIFOs takes all of its elements.
bool share(dsl::Decisions& decisions, const std::vector<dsl::MemoryRef>& queues);

}  // namespace stardust::profile
