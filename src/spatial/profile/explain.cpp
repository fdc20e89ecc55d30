#include "spatial/profile/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/plural.h"

namespace stardust::profile {
namespace {

using Handling = dsl::Decision::Handling;

std::string howOf(const dsl::Decision& decision) {
  if (decision.handling == Handling::Turns) return "a stream, to which these places give in turn";
  if (decision.handling == Handling::Shared) return "a stream, of which each of these places takes all elements";
  return decision.reason.how;
}

std::string whyOf(const dsl::Decision& decision) {
  return decision.reason.why +
         (decision.handling == Handling::Settled ? ", and a trial run in which each takes all of them fails" : "");
}

}  // namespace

std::vector<Explanation::Row> rowsOf(const dsl::Dsl& dsl) {
  std::vector<Explanation::Row> rows;
  for (const auto& [place, decision] : dsl.decisions.places())
    rows.push_back({decision.where, decision.reason.what, howOf(decision), whyOf(decision)});
  for (const auto& depth : dsl.decisions.depths())
    rows.push_back({depth.where, depth.name,
                    fmt::format("has room for {}, not for {}", counted(depth.given, "element"), depth.declared),
                    "it is counted, and gets full between loops of a Stream"});
  const auto& trips = dsl.decisions.trips;
  for (const auto& [loop, where] : dsl.loops.tripCounts.dependedOn()) {
    const bool isExact = trips.exact.count(loop) > 0;
    const auto rounds = loop < trips.byLoop.size() ? trips.byLoop[loop] : dsl::TripCounts::first;
    rows.push_back({where, "the loop",
                    fmt::format("{}{}", counted(rounds, "round"), isExact ? ", without a condition" : " at most"),
                    isExact ? "each of its runs takes as many" : "its longest run takes as many"});
  }
  const auto isBefore = [](const auto& a, const auto& b) { return a.where.span.begin < b.where.span.begin; };
  std::stable_sort(rows.begin(), rows.end(), isBefore);
  return rows;
}

}  // namespace stardust::profile
