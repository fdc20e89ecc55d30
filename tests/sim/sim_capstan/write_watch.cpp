// Unit: PMU
// Loops with loop-carried dependences through a memory: a read waits for writes in flight to its own words, and sees
// them.
#include "sim/capstan/write_watch.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <deque>

#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

constexpr const char* const host = "val y_dram = DRAM[T](64)\n";

Cycle cyclesOf(const std::string& accel, const capstan::Machine& machine) {
  FixedDram dram(1);
  return simulate(mapText(host, accel, "Int", machine), {}, machine, dram, false).cycles;
}

/// A loop over the words m of 64, initialized to their indices, with a table a.
std::string updates(const std::string& loop, const std::string& body) {
  return "val m = SRAM[T](64)\nval a = SRAM[T](64)\nForeach(64 by 1 par 16) { i => m(i) = i }\nForeach(64 by 1 par 16) { i => a(i) = i * 7 % 5 }\n" +
         loop + " =>\n" + body + "\n}\ny_dram(0::64 par 16) store m";
}

}  // namespace

TEST_CASE("a watch tracks the words of unfinished iterations") {
  CHECK(rc::check("words", [] {
    WriteWatch watch;
    std::deque<std::vector<std::int64_t>> model;
    for (int step = 0; step < 200; ++step) {
      if (model.empty() || *rc::gen::inRange(0, 3) > 0) {
        watch.begin();
        model.emplace_back();
        for (auto left = *rc::gen::inRange(0, 4); left > 0; --left) {
          const std::int64_t word = *rc::gen::inRange(-2, 40);
          watch.willWrite(word);
          model.back().push_back(word);
        }
      } else {
        watch.end();
        model.pop_front();
      }
      RC_ASSERT(watch.iterations() == model.size());
      for (std::int64_t word = -3; word < 42; ++word) {
        const bool isThere = std::any_of(model.begin(), model.end(), [&](const auto& words) {
          return std::find(words.begin(), words.end(), word) != words.end();
        });
        RC_ASSERT(watch.isPending(word) == (isThere && word >= 0));
      }
    }
  }));
}

TEST_CASE("an iteration waits for the last one that writes a word it reads, and for no other one") {
  auto machine = hoplessMachine();
  for (const int way : {0, 3}) {
    machine.network.fixedCycles = way;
    const Cycle turn = machine.pmu.addressStages + 1 + way + machine.pcu.stages + 1 + way;
    const auto cycles = [&](const std::string& index, int count) {
      return cyclesOf(
          updates("Foreach(" + std::to_string(count) + " by 1) { i", "m(" + index + ") = m(" + index + ") + i"),
          machine);
    };
    // Iterations at a given distance access the same word. Words of a table are known before they are read.
    const std::pair<std::string, int> meetings[] = {
        {"0", 1}, {"i * i % 4", 2}, {"i % 4", 4}, {"i % 5", 5}, {"a(i)", 5}};
    for (const auto& meeting : meetings) {
      CAPTURE(meeting.first);
      CHECK((cycles(meeting.first, 60) - cycles(meeting.first, 20)) * meeting.second == 40 * turn);
    }
    for (const std::string index : {"i % 61", "i * 3 % 64"}) {
      CAPTURE(index);
      CHECK(cycles(index, 60) - cycles(index, 20) == 40);
    }
    // Its writes are known only after its read: it waits for all.
    const auto chased = [&](int count) {
      return cyclesOf(updates("Foreach(" + std::to_string(count) + " by 1) { i", "m(m(i % 64) % 64) = i"), machine);
    };
    CHECK(chased(60) - chased(20) == 40 * turn);
  }
}

TEST_CASE("the counters of one loop form one sequence of iterations; the next run of the loop waits for its end") {
  auto machine = hoplessMachine();
  const Cycle turn = machine.pmu.addressStages + 1 + machine.pcu.stages + 1 + 2 * Cycle{machine.network.fixedCycles};
  const auto one = [&](int rounds) {
    return cyclesOf(updates("Foreach(" + std::to_string(rounds) + " by 1, 40 by 1) { (i, j)", "m(j) = m(j) + i"),
                    machine);
  };
  CHECK(one(9) - one(3) == 6 * 40);
  const auto two = [&](int rounds) {
    return cyclesOf(
        updates("Foreach(" + std::to_string(rounds) + " by 1) { i", "Foreach(40 by 1) { j => m(j) = m(j) + i }"),
        machine);
  };
  CHECK(two(9) - two(3) == 6 * (39 + turn));
}
