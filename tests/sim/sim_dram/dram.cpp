// Unit: DRAM
// Properties of the DRAM model: closed-form latencies, conservation, the peak bandwidth as a bound, fairness, and
// laziness without observable effect.
#include "sim/dram/dram.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "files/descriptions.h"
#include "machine/description.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

machine::MemorySystem shipped(const std::string& name) {
  return machine::parseMemorySystem(machine::findDescription("memory", name, {STARDUST_SOURCE_DIR "/machines"}).text);
}

constexpr double clockGhz = 1.6;

// Sends one read at `now` and waits for it.
Cycle latencyOf(Dram& dram, std::uint64_t address, Cycle now) {
  REQUIRE(dram.send({address, false, 7}, now));
  std::vector<Completion> completed;
  while (completed.empty()) {
    REQUIRE(dram.nextEvent() < never);
    dram.advance(dram.nextEvent(), completed);
  }
  REQUIRE(completed.size() == 1);
  CHECK(completed[0].tag == 7);
  return completed[0].at - now;
}

// Sends `bursts` in order, at most one per cycle, each from its cycle on. Returns the completions. `everyCycle` calls
// advance in each cycle; otherwise only when the model announces an event.
std::vector<Completion> play(Dram& dram, const std::vector<std::pair<Cycle, Burst>>& bursts, bool everyCycle) {
  std::vector<Completion> completed;
  std::size_t next = 0;
  for (Cycle now = 0; completed.size() < bursts.size(); ++now) {
    REQUIRE(now < 10'000'000);
    if (everyCycle || dram.nextEvent() <= now) dram.advance(now, completed);
    if (next < bursts.size() && bursts[next].first <= now && dram.send(bursts[next].second, now)) ++next;
  }
  return completed;
}

std::vector<std::pair<Cycle, Burst>> randomBursts(int count, int writePercent, double meanGap, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::pair<Cycle, Burst>> bursts;
  double at = 0;
  std::uint64_t address = 0;
  for (int i = 0; i < count; ++i) {
    at += meanGap * static_cast<double>(random() % 1000) / 500;
    if (random() % 4 == 0) address = random() % (1u << 28) / 64 * 64;
    const bool write = static_cast<int>(random() % 100) < writePercent;
    bursts.push_back({static_cast<Cycle>(at), {address, write, static_cast<std::uint32_t>(i)}});
    address += 64;
  }
  return bursts;
}

const std::vector<std::string> timed = {"ddr4-2133x4", "hbm2e"};

}  // namespace

TEST_CASE("an unloaded read takes the sum of its timing parameters") {
  for (const auto& name : timed) {
    CAPTURE(name);
    const auto memory = shipped(name);
    const auto& t = memory.timing;
    const double clockNs = 2000 / memory.megaTransfers;
    const auto clocks = [&](double ns) { return std::ceil(ns / clockNs) * clockNs; };
    const double accesses = 512.0 / (memory.busBits * memory.burstLength);
    const double data =
        clocks(t.tCL) + (accesses - 1) * clocks(t.tCCDl) + memory.burstLength / 2.0 * clockNs + memory.fixedLatencyNs;
    const auto near = [&](Cycle cycles, double ns) {  // rounding to either clock
      CHECK(static_cast<double>(cycles) / clockGhz >= ns - 1e-6);
      CHECK(static_cast<double>(cycles) / clockGhz <= ns + clockNs + 1 / clockGhz);
    };
    const auto dram = makeDram(memory, clockGhz);
    near(latencyOf(*dram, 0, 0), clocks(t.tRCD) + data);  // closed bank
    near(latencyOf(*dram, 64 * (memory.interleaveBytes > 64 ? 1 : static_cast<std::uint64_t>(memory.channels)), 1000),
         data);  // open row
    // The bank's next row; the address of row 1 cancels the hash of bank and row.
    const auto rank = static_cast<std::uint64_t>(memory.pseudoChannels * memory.ranks);
    const auto banks = rank * static_cast<std::uint64_t>(memory.bankGroups * memory.banksPerGroup);
    const auto inChannel = (banks + 1) * static_cast<std::uint64_t>(memory.rowBytes);
    const auto interleave = static_cast<std::uint64_t>(memory.interleaveBytes);
    const auto address =
        inChannel / interleave * interleave * static_cast<std::uint64_t>(memory.channels) + inChannel % interleave;
    near(latencyOf(*dram, address, 2000), clocks(t.tRP) + clocks(t.tRCD) + data);
    CHECK(dram->stats().rowMisses == 1);
    CHECK(dram->stats().rowHits == 1);
    CHECK(dram->stats().rowConflicts == 1);
  }
}

TEST_CASE("ideal memory completes every request in the next cycle and refuses none") {
  const auto dram = makeDram(shipped("ideal"), clockGhz);
  CHECK(dram->nextEvent() == never);
  for (std::uint32_t i = 0; i < 10000; ++i) CHECK(dram->send({i * 64u, i % 2 == 0, i}, 5));
  CHECK(dram->nextEvent() == 6);
  std::vector<Completion> completed;
  dram->advance(5, completed);
  CHECK(completed.empty());
  dram->advance(6, completed);
  REQUIRE(completed.size() == 10000);
  CHECK(completed[9999].tag == 9999);
  CHECK(completed[9999].at == 6);
  CHECK(dram->stats().reads == 5000);
  CHECK(dram->stats().latencySum == 5000);
  CHECK(dram->nextEvent() == never);
}

TEST_CASE("every burst completes once, in order of time, within the peak bandwidth, and is counted") {
  rc::check([] {
    const auto memory = shipped(timed[*rc::gen::inRange<std::size_t>(0, 2)]);
    const int count = *rc::gen::inRange(1, 600);
    const auto bursts = randomBursts(count, *rc::gen::element(0, 30, 100), *rc::gen::element(0.0, 1.0, 20.0),
                                     *rc::gen::arbitrary<std::uint64_t>());
    const auto dram = makeDram(memory, clockGhz);
    const auto completed = play(*dram, bursts, false);
    std::vector<int> seen(bursts.size());
    for (const auto& done : completed) ++seen[done.tag];
    for (const int times : seen) RC_ASSERT(times == 1);
    const double bytesPerCycle = memory.peakGbPerSecond() / clockGhz;
    for (std::size_t i = 0; i < completed.size(); ++i) {
      if (i > 0) RC_ASSERT(completed[i - 1].at <= completed[i].at);
      RC_ASSERT(completed[i].at > bursts[completed[i].tag].first);
      // In any window, the bursts that ended in it used the buses in it, except for one per bus that began before.
      const std::size_t begin = i / 2;
      const double window = static_cast<double>(completed[i].at - completed[begin].at + 1);
      const double buses = memory.channels * memory.pseudoChannels;
      RC_ASSERT(static_cast<double>(i - begin) * 64 <= window * bytesPerCycle + 2 * 64 * buses);
    }
    const auto stats = dram->stats();
    RC_ASSERT(stats.reads + stats.writes == count);
    RC_ASSERT(stats.rowHits + stats.rowMisses + stats.rowConflicts == count);
  });
}

TEST_CASE("calling advance only at nextEvent changes nothing, and neither does a second run") {
  rc::check([] {
    const auto memory = shipped(timed[*rc::gen::inRange<std::size_t>(0, 2)]);
    const auto bursts = randomBursts(400, *rc::gen::element(0, 40), *rc::gen::element(0.0, 3.0, 50.0),
                                     *rc::gen::arbitrary<std::uint64_t>());
    const auto eager = makeDram(memory, clockGhz), lazy = makeDram(memory, clockGhz),
               again = makeDram(memory, clockGhz);
    const auto same = [](const std::vector<Completion>& a, const std::vector<Completion>& b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                        [](const Completion& x, const Completion& y) { return x.at == y.at && x.tag == y.tag; });
    };
    const auto reference = play(*lazy, bursts, false);
    RC_ASSERT(same(play(*eager, bursts, true), reference));
    RC_ASSERT(same(play(*again, bursts, false), reference));
    RC_ASSERT(eager->stats().latencySum == lazy->stats().latencySum);
  });
}

// A flood of one direction to a few rows, and single bursts of the other direction to distant rows of the same channel.
TEST_CASE("neither direction, nor row hits, starve a waiting burst") {
  for (const auto& name : timed)
    for (const bool floodIsWrite : {false, true})
      for (const bool victimIsWrite : {false, true}) {
        CAPTURE(name);
        CAPTURE(floodIsWrite);
        CAPTURE(victimIsWrite);
        const auto memory = shipped(name);
        const auto dram = makeDram(memory, clockGhz);
        const auto stride = static_cast<std::uint64_t>(memory.channels * memory.interleaveBytes);
        std::vector<Completion> completed;
        std::uint64_t flood = 0;
        Cycle victimSent = -1, worst = 0;
        int victims = 0;
        for (Cycle now = 0; victims < 20; ++now) {
          REQUIRE(now < 2'000'000);
          completed.clear();
          dram->advance(now, completed);
          for (const auto& done : completed)
            if (done.tag == 1) worst = std::max(worst, done.at - victimSent), victimSent = -1, ++victims;
          if (victimSent < 0 &&
              dram->send(
                  {(std::uint64_t{1} << 30) + static_cast<std::uint64_t>(victims) * stride * 4096, victimIsWrite, 1},
                  now))
            victimSent = now;
          for (int i = 0; i < 4; ++i)  // stays in one row of the channel
            if (dram->send({flood % 4 * 64 % static_cast<std::uint64_t>(memory.interleaveBytes), floodIsWrite, 0}, now))
              ++flood;
        }
        // The age cap, one drain of the other direction, and a refresh bound the wait.
        CHECK(static_cast<double>(worst) / clockGhz < 4 * memory.ageCapNs);
      }
}

TEST_CASE("refreshes are counted through idle times and close the rows") {
  const auto memory = shipped("ddr4-2133x4");
  const auto dram = makeDram(memory, clockGhz);
  const Cycle first = latencyOf(*dram, 0, 0);
  const auto later = static_cast<Cycle>(100.5 * memory.timing.tREFI * clockGhz);
  const Cycle closedAgain = latencyOf(*dram, 0, later);
  CHECK(std::abs(closedAgain - first) <= 1);
  CHECK(dram->stats().refreshes == 100);
}
