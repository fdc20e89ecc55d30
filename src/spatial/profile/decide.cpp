#include "spatial/profile/decide.h"

namespace stardust::profile {
namespace {

using dsl::TripCounts;

std::exception_ptr error(Diagnostic diagnostic) { return std::make_exception_ptr(Error(std::move(diagnostic))); }

std::int64_t boundOf(const TripCounts& trips, std::size_t loop) {
  return loop < trips.byLoop.size() ? trips.byLoop[loop] : TripCounts::first;
}

/// A loop that was cut off may have reduced the trip counts of its inner loops: in that case nothing is learned.
std::exception_ptr learnTrips(TripCounts& trips, const dsl::TripCountProfile::Facts& facts) {
  trips.areKnown = true;
  for (std::size_t i = 0; i < facts.loops.size(); ++i) {
    if (facts.loops[i].longest < boundOf(trips, i)) continue;
    if (boundOf(trips, i) >= TripCounts::most)
      return error({Family::Unsupported,
                    "this loop has not ended after two million rounds",
                    facts.loops[i].where,
                    {},
                    "make its end condition true"});
    trips.areKnown = false;
  }
  if (trips.areKnown && !facts.waits.empty()) {
    const auto& [wait, where] = facts.waits.front();
    return error({Family::Wrong, "the program deadlocks: this " + wait.what, where, wait.why, wait.remedy});
  }
  for (std::size_t i = 0; i < facts.loops.size(); ++i) {
    const auto& loop = facts.loops[i];
    const auto bound = boundOf(trips, i);
    if (trips.byLoop.size() <= i) trips.byLoop.push_back(bound);
    if (!loop.isDependedOn) continue;
    if (trips.areKnown && loop.all == loop.runs * loop.longest) trips.exact.insert(i);
    if (trips.areKnown) trips.byLoop[i] = loop.longest;
    else if (loop.longest >= bound) trips.byLoop[i] = bound * TripCounts::growth;
  }
  return nullptr;
}

}  // namespace

std::exception_ptr learn(dsl::Decisions& decisions, const dsl::Dsl& dsl, const dsl::TripCountProfile::Facts& facts) {
  if (auto failure = learnTrips(decisions.trips, facts)) return failure;
  if (!decisions.trips.areKnown) return nullptr;
  const auto wasTrue = [&](const Location& where) { return facts.wereTrue.count(dsl::placeOf(where)) > 0; };
  for (const auto& queue : dsl.memories.uses.trials()) decisions.endTrial(queue->where, wasTrue(queue->where));
  decisions.endTrials();
  if (!decisions.trips.exact.empty()) decisions.forgetEnds();
  bool isDeeper = false;
  for (const auto& [queue, where] : dsl.memories.uses.mayBeFull()) {
    if (!wasTrue(where)) continue;
    decisions.deepen({queue->name, queue->dims[0], dsl::QueueUses::deeper(queue), queue->where});
    isDeeper = true;
  }
  if (isDeeper) decisions.trips = {};  // the program has changed
  return nullptr;
}

bool lengthen(TripCounts& trips, const dsl::TripCountProfile& profile) {
  constexpr auto mostTried =
      TripCounts::first * TripCounts::growth * TripCounts::growth;  // more iterations do not resolve a deadlock
  bool isAny = false;
  for (const auto& entry : profile.dependedOn()) {
    const auto bound = boundOf(trips, entry.first);
    if (bound >= mostTried) continue;
    while (trips.byLoop.size() <= entry.first) trips.byLoop.push_back(TripCounts::first);
    trips.byLoop[entry.first] = bound * TripCounts::growth;
    isAny = true;
  }
  return isAny;
}

bool countUnswitched(dsl::Dsl& dsl) {
  auto queues = std::exchange(dsl.loops.unswitched, {});
  for (const auto& queue : queues)
    dsl.decisions.note(queue->where, {queue->name, "counted", "elements may be left in it by one of two cases"});
  return !queues.empty();
}

bool share(dsl::Decisions& decisions, const std::vector<dsl::MemoryRef>& queues) {
  bool isAny = false;
  for (const auto& queue : queues) isAny |= decisions.share(queue->where);
  return isAny;
}

}  // namespace stardust::profile
