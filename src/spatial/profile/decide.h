// From facts to decisions; internal to the room. Each function modifies only the decisions.
#pragma once

#include "spatial/profile/facts.h"

namespace stardust::profile {

/// Learns from a completed trial run: trip counts, or greater ones if a loop ran to its limit. Once trip counts are
/// known, also the FIFOs whose producers can take turns, and the FIFOs that need a greater depth. Returns an error if
/// the program waits for ever, or a loop does not end; null otherwise.
std::exception_ptr learn(dsl::Decisions& decisions, const dsl::Dsl& dsl, const dsl::TripCountProfile::Facts& facts);

// After a failed trial run. Each function returns false if it changes nothing.
/// Increases all trip counts: too few iterations may have caused the failure.
bool lengthen(dsl::TripCounts& trips, const dsl::TripCountProfile& profile);
/// Counts the FIFOs that unswitching made streams: only a counted FIFO keeps remaining elements.
bool countUnswitched(dsl::Dsl& dsl);
/// Broadcasts each of these FIFOs to all of its consumers from now on.
bool share(dsl::Decisions& decisions, const std::vector<dsl::MemoryRef>& queues);

}  // namespace stardust::profile
