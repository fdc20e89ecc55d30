// Facts from stagings and trial runs lead to the same decisions in any order.
#include "spatial/dsl/decisions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

using namespace stardust;
using dsl::Decisions;

namespace {

Location place(std::size_t at) { return {nullptr, {at, at + 1}}; }
const dsl::Reason reason{"f", "counted", "several places take from it"};

}  // namespace

TEST_CASE("what a staging tells has no order") {
  const std::vector<std::function<void(Decisions&)>> told = {
      [](Decisions& d) { d.note(place(1), reason); },     [](Decisions& d) { d.tryTurns(place(1), reason); },
      [](Decisions& d) { d.tryTurns(place(2), reason); }, [](Decisions& d) { d.noteEnd(place(3), reason); },
      [](Decisions& d) { d.note(place(3), reason); },     [](Decisions& d) { d.separate.emplace(4, 0); },
  };
  std::vector<std::size_t> order(told.size());
  std::iota(order.begin(), order.end(), 0);
  Decisions first;
  for (const auto i : order) told[i](first);
  do {
    Decisions other;
    for (const auto i : order) told[i](other);
    CHECK(other == first);
  } while (std::next_permutation(order.begin(), order.end()));
  CHECK(first.isNoted(place(1)));
  CHECK(!first.isOnTrial(place(1)));
  CHECK(first.isOnTrial(place(2)));
}

TEST_CASE("a place moves on in one direction") {
  Decisions d;
  d.tryTurns(place(1), reason);
  CHECK(d.isNoted(place(1)));
  d.endTrial(place(1), false);
  CHECK(!d.isNoted(place(1)));
  d.tryTurns(place(1), reason);  // not again
  CHECK(!d.isNoted(place(1)));
  d.note(place(1), reason);
  CHECK(d.isNoted(place(1)));
  d.endTrial(place(1), false);  // it is no longer on trial
  CHECK(d.isNoted(place(1)));
  CHECK(d.share(place(1)));
  CHECK(d.isShared(place(1)));
  CHECK(!d.share(place(1)));
  d.note(place(1), reason);
  CHECK(d.isNoted(place(1)));
  CHECK(!d.share(place(1)));
}

TEST_CASE("what is only asked for the end of a loop is forgotten once its length is known") {
  Decisions d;
  d.noteEnd(place(1), reason);
  d.note(place(2), reason);
  const auto before = d;
  d.note(place(1), reason);
  CHECK(d == before);
  d.forgetEnds();
  CHECK(!d.isNoted(place(1)));
  CHECK(d.isNoted(place(2)));
}

TEST_CASE("another Accel may share its FIFOs, and measures its own loops") {
  Decisions d;
  d.note(place(1), reason);
  d.share(place(1));
  d.note(place(1), reason);
  d.trips.byLoop = {7};
  d.deepen({"f", 4, 32, place(1)});
  d.beginAccel();
  CHECK(d.trips == dsl::TripCounts());
  CHECK(!d.depthOf(place(1)));
  CHECK(d.isNoted(place(1)));
  CHECK(d.share(place(1)));
}
