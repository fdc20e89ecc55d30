// Unit: DRAM
// The DRAM devices' timings, command by command: each is issued in the earliest clock that all distances of the data
// sheet permit, and not earlier. The distances are stated here again, independently of the scheduler.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "files/descriptions.h"
#include "machine/description.h"
#include "machine/memory.h"
#include "sim/dram/channel.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

using Command = Channel::Command;
using Kind = Channel::Command::Kind;
using Timing = machine::MemorySystem::Timing;

/// A rule between two commands of one rank: the minimum distance of the second from the first.
struct Rule {
  enum class Where { bank, group, rank };
  Kind first, second;
  Where where;
  Tick distance;
};

bool isColumn(const Command& command) { return command.kind == Kind::read || command.kind == Kind::write; }

/// JESD79 and JESD235, in clocks.
std::vector<Rule> rulesOf(const DramTiming& t) {
  using W = Rule::Where;
  const Tick readEnd = t.RTP, writeEnd = t.CWL + t.burst + t.WR;
  return {{Kind::activate, Kind::read, W::bank, t.RCD},
          {Kind::activate, Kind::write, W::bank, t.RCD},
          {Kind::activate, Kind::precharge, W::bank, t.RAS},
          {Kind::activate, Kind::activate, W::bank, t.RAS + t.RP},
          {Kind::precharge, Kind::activate, W::bank, t.RP},
          {Kind::read, Kind::precharge, W::bank, readEnd},
          {Kind::write, Kind::precharge, W::bank, writeEnd},
          {Kind::activate, Kind::activate, W::group, t.RRDl},
          {Kind::activate, Kind::activate, W::rank, t.RRDs},
          {Kind::read, Kind::read, W::group, t.CCDl},
          {Kind::read, Kind::read, W::rank, t.CCDs},
          {Kind::write, Kind::write, W::group, t.CCDl},
          {Kind::write, Kind::write, W::rank, t.CCDs},
          {Kind::write, Kind::read, W::group, t.CWL + t.burst + t.WTRl},
          {Kind::write, Kind::read, W::rank, t.CWL + t.burst + t.WTRs},
          {Kind::read, Kind::write, W::rank, t.RTW},
          // All rows are closed tRP before a refresh; their precharges are part of it.
          {Kind::activate, Kind::refresh, W::rank, t.RAS + t.RP},
          {Kind::precharge, Kind::refresh, W::rank, t.RP},
          {Kind::read, Kind::refresh, W::rank, readEnd + t.RP},
          {Kind::write, Kind::refresh, W::rank, writeEnd + t.RP},
          {Kind::refresh, Kind::activate, W::rank, t.RFC}};
}

/// The earliest clock of command `index` after the commands before it.
Tick earliest(const machine::MemorySystem& memory, const std::vector<Command>& commands, std::size_t index) {
  const auto t = timingOf(memory);
  const auto rules = rulesOf(t);
  const auto& command = commands[index];
  const auto isRow = [](const Command& c) { return c.kind == Kind::activate || c.kind == Kind::precharge; };
  Tick at = 0;
  std::vector<Tick> activates;
  for (std::size_t i = 0; i < index; ++i) {
    const auto& before = commands[i];
    if (before.kind != Kind::refresh && command.kind != Kind::refresh &&
        (!memory.rowCommandBus || isRow(before) == isRow(command))) {  // one command bus, or one for each kind
      at = std::max(at, before.at + (before.kind == Kind::activate ? t.activateSlots : 1));
    }
    if (isColumn(before) && isColumn(command) && before.rank != command.rank &&
        before.rank % memory.pseudoChannels == command.rank % memory.pseudoChannels) {  // they share a data bus
      at = std::max(at, before.at + t.dataEnd(before.kind == Kind::write) + t.rankSwitch -
                            (command.kind == Kind::write ? t.CWL : t.CL));
    }
    if (before.rank != command.rank) continue;
    for (const auto& rule : rules) {
      if (rule.first != before.kind || rule.second != command.kind) continue;
      const bool applies =
          rule.where == Rule::Where::rank || (rule.where == Rule::Where::bank && before.bank == command.bank) ||
          (rule.where == Rule::Where::group && before.bank % memory.bankGroups == command.bank % memory.bankGroups);
      if (applies) at = std::max(at, before.at + rule.distance);
    }
    if (before.kind == Kind::activate) activates.push_back(before.at);
  }
  if (command.kind == Kind::activate && activates.size() >= 4)
    at = std::max(at, activates[activates.size() - 4] + t.FAW);
  return at;
}

/// A request to a bank (group + groups × number) and row, arriving at clock `at`.
struct Ask {
  int bank;
  std::int64_t row;
  bool write = false;
  int rank = 0;
  Tick at = 0;
};

struct Trace {
  std::vector<Command> commands;
  std::vector<Channel::Done> done;

  std::vector<Tick> of(Kind kind) const {
    std::vector<Tick> at;
    for (const auto& command : commands) {
      if (command.kind == kind) at.push_back(command.at);
    }
    return at;
  }
};

Trace trace(const machine::MemorySystem& memory, const std::vector<Ask>& asks, Tick until = 200'000) {
  Trace result;
  Channel channel(memory);
  channel.record(result.commands);
  for (std::size_t i = 0; i < asks.size(); ++i) {
    const auto& ask = asks[i];
    channel.run(ask.at);
    REQUIRE(!channel.full(ask.write));
    channel.push({{0, ask.rank, ask.bank, ask.row}, ask.write, static_cast<std::uint32_t>(i), ask.at, 0});
  }
  channel.run(until);
  while (channel.hasDone()) result.done.push_back(channel.popDone());
  REQUIRE(result.done.size() == asks.size());
  return result;
}

/// The last column command.
Tick lastColumn(const std::vector<Command>& commands) {
  Tick at = 0;
  for (const auto& command : commands) at = isColumn(command) ? std::max(at, command.at) : at;
  return at;
}

/// The n-th command of a kind; -1: the last.
struct Which {
  Kind kind;
  int n;
  Tick of(const Trace& trace) const {
    const auto all = trace.of(kind);
    REQUIRE(static_cast<int>(all.size()) > std::max(n, 0));
    return n < 0 ? all.back() : all[static_cast<std::size_t>(n)];
  }
};

/// Two commands whose distance is one timing of the device, once that timing is large enough to dominate.
struct Probe {
  const char* name;
  double Timing::*time;
  std::vector<Ask> asks, later;  ///< `later` arrives in the clock after the last column of `asks`
  Which first, second;
  Tick (*formula)(const DramTiming&);
};

std::vector<Probe> probes(const machine::MemorySystem& memory) {
  const auto act = Kind::activate, pre = Kind::precharge, rd = Kind::read, wr = Kind::write;
  const int neighbour = memory.bankGroups;  // another bank of group 0
  std::vector<Probe> all{
      {"tRCD, read", &Timing::tRCD, {{0, 0}}, {}, {act, 0}, {rd, 0}, [](auto& t) -> Tick { return t.RCD; }},
      {"tRCD, write", &Timing::tRCD, {{0, 0, true}}, {}, {act, 0}, {wr, 0}, [](auto& t) -> Tick { return t.RCD; }},
      {"tRP", &Timing::tRP, {{0, 0}, {0, 1}}, {}, {pre, 0}, {act, 1}, [](auto& t) -> Tick { return t.RP; }},
      {"tRAS", &Timing::tRAS, {{0, 0}, {0, 1}}, {}, {act, 0}, {pre, 0}, [](auto& t) -> Tick { return t.RAS; }},
      {"tRTP", &Timing::tRTP, {{0, 0}}, {{0, 1, true}}, {rd, -1}, {pre, 0}, [](auto& t) -> Tick { return t.RTP; }},
      {"tWR",
       &Timing::tWR,
       {{0, 0, true}},
       {{0, 1}},
       {wr, -1},
       {pre, 0},
       [](auto& t) -> Tick { return t.CWL + t.burst + t.WR; }},
      {"tRRD_L",
       &Timing::tRRDl,
       {{0, 0}, {neighbour, 0}},
       {},
       {act, 0},
       {act, 1},
       [](auto& t) -> Tick { return t.RRDl; }},
      {"tCCD_L, reads", &Timing::tCCDl, {{0, 0}, {0, 0}}, {}, {rd, 0}, {rd, 1}, [](auto& t) -> Tick { return t.CCDl; }},
      {"tCCD_L, writes",
       &Timing::tCCDl,
       {{0, 0, true}, {0, 0, true}},
       {},
       {wr, 0},
       {wr, 1},
       [](auto& t) -> Tick { return t.CCDl; }},
      {"tWTR_L",
       &Timing::tWTRl,
       {{0, 0, true}},
       {{0, 0}},
       {wr, -1},
       {rd, 0},
       [](auto& t) -> Tick { return t.CWL + t.burst + t.WTRl; }},
      {"tRTW", &Timing::tRTW, {{0, 0}}, {{0, 0, true}}, {rd, -1}, {wr, 0}, [](auto& t) -> Tick { return t.RTW; }}};
  const std::vector<Ask> five{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
  all.push_back({"tFAW", &Timing::tFAW, five, {}, {act, 0}, {act, 4}, [](auto& t) -> Tick { return t.FAW; }});
  if (memory.bankGroups == 1) return all;
  all.push_back(
      {"tRRD_S", &Timing::tRRDs, {{0, 0}, {1, 0}}, {}, {act, 0}, {act, 1}, [](auto& t) -> Tick { return t.RRDs; }});
  all.push_back({"tCCD_S, reads", &Timing::tCCDs, {{0, 0}, {1, 0}}, {}, {rd, 0}, {rd, 1}, [](auto& t) -> Tick {
                   return t.CCDs;
                 }});
  all.push_back(
      {"tCCD_S, writes", &Timing::tCCDs, {{0, 0, true}, {1, 0, true}}, {}, {wr, 0}, {wr, 1}, [](auto& t) -> Tick {
         return t.CCDs;
       }});
  all.push_back({"tWTR_S", &Timing::tWTRs, {{0, 0, true}}, {{1, 0}}, {wr, -1}, {rd, 0}, [](auto& t) -> Tick {
                   return t.CWL + t.burst + t.WTRs;
                 }});
  return all;
}

/// Checks that every command is issued as early as earlier commands permit, once it is requested: `later` arrives when
/// `asks` have all columns.
Trace traceExact(const machine::MemorySystem& memory, std::vector<Ask> asks, const std::vector<Ask>& later = {}) {
  const Tick after = lastColumn(trace(memory, asks).commands) + 1;
  for (auto ask : later) {
    ask.at = after;
    asks.push_back(ask);
  }
  const auto result = trace(memory, asks);
  for (std::size_t i = 0; i < result.commands.size(); ++i) {
    const Tick at = result.commands[i].at, legal = earliest(memory, result.commands, i);
    CHECK(at == (at < after ? legal : std::max(legal, after)));
  }
  return result;
}

machine::MemorySystem memorySystem(const std::string& name) {
  return machine::parseMemorySystem(machine::findDescription("memory", name, {STARDUST_SOURCE_DIR "/machines"}).text);
}

const std::vector<std::string> shipped{"ddr3-1600x4", "ddr4-2133x4", "hbm2-900", "hbm2e"};

}  // namespace

TEST_CASE("each timing of a device is exact: a delayed command is issued in the cycle in which the timing ends") {
  for (const auto& name : shipped) {
    auto memory = memorySystem(name);
    memory.timing.tREFI *= 100;  // a separate test covers refreshes
    for (const auto& probe : probes(memory)) {
      for (const double longer : {1.0, 30.0}) {
        CAPTURE(name);
        CAPTURE(probe.name);
        auto other = memory;
        other.timing.*probe.time *= longer;
        const auto result = traceExact(other, probe.asks, probe.later);
        const auto distance = probe.second.of(result) - probe.first.of(result);
        const auto formula = probe.formula(timingOf(other));
        CHECK(distance >= formula);
        if (longer > 1) CHECK(distance == formula);  // no other timing dominates
      }
    }
  }
}

TEST_CASE("data follow their last column command after tCL or tCWL, and take half the burst length") {
  for (const auto& name : shipped) {
    const auto memory = memorySystem(name);
    const auto t = timingOf(memory);
    for (const bool write : {false, true}) {
      CAPTURE(name);
      const auto result = traceExact(memory, {{0, 0, write}});
      CHECK(result.done[0].at - lastColumn(result.commands) == (write ? t.CWL : t.CL) + memory.burstLength / 2);
      CHECK(static_cast<int>(result.commands.size()) ==
            1 + 512 / (memory.busBits * memory.burstLength));  // columns of 64 bytes
    }
  }
}

TEST_CASE("row hits in alternating bank groups use every clock of the data bus; in one group a burst takes tCCD_L") {
  for (const auto& name : shipped) {
    auto memory = memorySystem(name);
    memory.timing.tREFI *= 100;
    const auto t = timingOf(memory);
    const auto clocksOf = [&](int groups, int count) {
      std::vector<Ask> asks;
      for (int i = 0; i < count; ++i) asks.push_back({i % groups, 0});
      return lastColumn(traceExact(memory, asks).commands);
    };
    const int groups = memory.bankGroups, few = 4 * groups, many = 7 * groups;  // fits the queues
    CAPTURE(name);
    CHECK(clocksOf(1, many) - clocksOf(1, few) == 3 * groups * t.accesses * t.CCDl);
    if (groups > 1) CHECK(clocksOf(groups, many) - clocksOf(groups, few) == 3 * groups * t.accesses * t.CCDs);
    CHECK(t.CCDs == memory.burstLength / 2);
  }
}

TEST_CASE("a refresh begins every tREFI, waits until rows can be closed, and occupies its rank for tRFC") {
  for (const auto& name : shipped) {
    const auto memory = memorySystem(name);
    const auto t = timingOf(memory);
    const int ranks = memory.pseudoChannels;
    for (int period = 1; period < 4; ++period) {
      const Tick due = Tick{period} * t.REFI;
      CAPTURE(name);
      // No row is open: the refresh is due, and requests that arrive then wait for its end.
      const auto closed = trace(memory, {{0, 0, false, 0, due}});
      CHECK(closed.of(Kind::refresh) == std::vector<Tick>(static_cast<std::size_t>(ranks), due));
      CHECK(closed.of(Kind::activate).at(0) == due + t.RFC);
      // One clock earlier the row is opened and used; then it is closed first.
      const auto open = trace(memory, {{0, 0, false, 0, due - 1}, {0, 0, false, 0, due}});
      const Tick activated = open.of(Kind::activate).at(0), read = open.of(Kind::read).at(0);
      CHECK(activated == due - 1);
      CHECK(read == due + t.RFC + t.RAS + t.RP - 1 + t.RCD);
      const auto refreshes = open.of(Kind::refresh);
      CHECK(refreshes.at(refreshes.size() - static_cast<std::size_t>(ranks)) == due - 1 + t.RAS + t.RP);
    }
  }
}

TEST_CASE(
    "commands share the command bus, and columns the data bus; ACT takes its clocks, and a change of rank two idle ones") {
  for (const auto& name : shipped) {
    auto memory = memorySystem(name);
    memory.timing.tREFI *= 100;
    CAPTURE(name);
    const auto t = timingOf(memory);
    // Each rank has its own rules; only the bus is shared.
    const int stride = memory.pseudoChannels;
    memory.ranks = 2;
    const auto both = traceExact(memory, {{0, 0, false, 0}, {0, 0, false, stride}});
    const auto activates = both.of(Kind::activate);
    CHECK(activates.at(1) - activates.at(0) == t.activateSlots);
    const auto primed =
        traceExact(memory, {{0, 0, false, 0}, {0, 0, false, stride}}, {{0, 0, false, 0}, {0, 0, false, stride}});
    Tick before = 0;
    for (const auto& command : primed.commands) {
      if (command.kind != Kind::read) continue;
      if (command.rank == stride && before > 0) CHECK(command.at - before >= t.burst + 2);
      before = command.rank == 0 ? command.at : 0;
    }
    if (memory.pseudoChannels == 1) continue;
    // Each pseudo-channel has a data bus.
    const auto apart = traceExact(memory, {{0, 0, false, 0}, {0, 0, false, 1}});
    CHECK(apart.of(Kind::read).at(1) - apart.of(Kind::read).at(0) <= t.activateSlots);
  }
}

TEST_CASE("no command of random traffic comes too early, opens an open row, or touches a closed one") {
  CHECK(rc::check("legal", [] {
    auto memory = memorySystem(*rc::gen::elementOf(shipped));
    memory.ranks = *rc::gen::element(1, 2);
    for (const auto time :
         {&Timing::tRCD, &Timing::tRAS, &Timing::tCCDl, &Timing::tFAW, &Timing::tWTRl, &Timing::tWR, &Timing::tRRDl}) {
      memory.timing.*time *= *rc::gen::element(1.0, 1.0, 3.0);
    }
    const int banks = memory.bankGroups * memory.banksPerGroup, ranks = memory.ranks * memory.pseudoChannels;
    std::vector<Ask> asks;
    Tick at = 0;
    for (int i = *rc::gen::inRange(1, memory.queueEntries); i-- > 0;) {
      at += *rc::gen::element(0, 0, 1, 20, 3000);
      asks.push_back({*rc::gen::inRange(0, banks), *rc::gen::inRange(0, 3), *rc::gen::arbitrary<bool>(),
                      *rc::gen::inRange(0, ranks), at});
    }
    const auto result = trace(memory, asks, at + 200'000);
    std::vector<std::int64_t> rows(static_cast<std::size_t>(banks * ranks), -1);
    for (std::size_t i = 0; i < result.commands.size(); ++i) {
      const auto& command = result.commands[i];
      RC_ASSERT(command.at >= earliest(memory, result.commands, i));
      const auto first = rows.begin() + command.rank * banks;
      if (command.kind == Kind::refresh) {
        std::fill(first, first + banks, -1);
        continue;
      }
      auto& row = first[command.bank];
      if (command.kind == Kind::activate) {
        RC_ASSERT(row == -1);
        row = command.row;
      } else {
        RC_ASSERT(row == command.row);
        if (command.kind == Kind::precharge) row = -1;
      }
    }
  }));
}
