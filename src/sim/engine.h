// The clock: which unit is looked at in which cycle; and what all units share.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "capstan/graph.h"
#include "capstan/machine/machine.h"
#include "sim/burst_map.h"
#include "sim/dram/fifo.h"
#include "sim/network.h"
#include "sim/recorder.h"
#include "sim/simulate.h"
#include "sim/store.h"
#include "sim/word_queue.h"

namespace stardust::sim {

using UnitId = std::uint32_t;

enum class State : std::uint8_t { Active, Stall, Starve, Done };

class Engine;

/// Something that does at most one step in a cycle. A unit that cannot go on says when it may (`Engine::wake`), or
/// sleeps until a channel wakes it.
class Unit {
 public:
  virtual ~Unit() = default;
  virtual void step(Engine& engine, Cycle now) = 0;
  virtual bool isDone() const = 0;
  /// Why it does not go on; empty if it waits for nothing.
  virtual std::string waitsFor(const Engine&) const { return {}; }
  /// How many cycles the unit is at work at least, as far as that is known by now.
  virtual Cycle leastSteps() const { return 0; }
  /// A burst of this unit came back.
  virtual void completed(Engine&, std::uint32_t /*tag*/, Cycle /*now*/) {}

  UnitId id = 0;
};

/// Cycles in units.
struct Delays {
  Cycle pipeline, reduce, address, spmu, shuffle, ag;
};

class Engine {
 public:
  /// `isIdeal`: without network delay, whatever the machine's model.
  Engine(const capstan::Mapping& mapping, const capstan::Machine& machine, Dram& dram, bool isIdeal);

  UnitId add(std::unique_ptr<Unit> unit);
  void run(const Options& options);

  void wake(UnitId unit, Cycle at);
  /// Puts elements into a channel; they leave their unit at `leaves`, and then have their way.
  void give(capstan::Id channel, const Word* words, std::int64_t count, Cycle leaves);
  void take(capstan::Id channel, std::uint32_t reader, std::int64_t count, Cycle now);
  /// Reads or writes a burst: `completed` of the unit is called with the tag. Where the queue of the DRAM channel is
  /// full, bursts wait in front of it in the order in which they came.
  void send(UnitId unit, std::uint64_t address, bool write, std::uint32_t tag, Cycle now);
  /// The same, but the burst shares its way with no other, whatever the machine merges.
  void sendAlone(UnitId unit, std::uint64_t address, bool write, std::uint32_t tag, Cycle now);
  /// What needs no memory, a burst on the wires of a stream, is done in the next cycle.
  void sendPast(UnitId unit, std::uint32_t tag) { answers_.push_back({unit, tag, 0, capstan::none, false}); }

  struct Consumer {
    UnitId unit;
    bool waits;  // for elements
  };
  struct Link {
    UnitId producer = 0;
    bool producerWaits = false;  // for room
    bool anyWaits = false;       // of the consumers
    std::vector<Consumer> consumers{};
  };
  std::vector<WordQueue> channels;
  std::vector<Link> links;  ///< of the channels
  std::vector<Store> memories, drams;
  std::vector<std::uint64_t> dramBases;
  std::vector<std::unique_ptr<Unit>> units;
  const capstan::Machine& machine;
  Network network;
  const Delays delays;
  Cycle now = 0;
  std::int64_t reads = 0, writes = 0;
  Cycle dramDoneAt = 0;          ///< when the last burst had been written or read
  Recorder* recorder = nullptr;  ///< told what happens, if there is one

 private:
  static constexpr std::size_t slots = 4096;
  struct Later {
    Cycle at;
    UnitId unit;
    bool operator<(const Later& o) const { return at > o.at; }
  };
  Cycle nextWake() const;
  void runDram();
  Cycle nextCycle() const;
  Cycle leastCycles() const;
  void beginCycle();
  void enqueue(UnitId unit, Cycle at);
  void putIntoWheel(UnitId unit, Cycle at);

  Dram& dram_;
  std::vector<Cycle> wakeAt_;  // by unit: its next step; never: it sleeps
  std::vector<UnitId>
      next_;  // of the next cycle, as most are, each once: they come behind those that the wheel has for it
  std::size_t nextCount_ = 0;  // so many
  std::array<std::vector<UnitId>, slots> wheel_;
  std::array<std::uint64_t, slots / 64> occupied_{};
  std::priority_queue<Later> later_;
  std::vector<UnitId> current_;
  struct Flight {
    UnitId unit;  ///< none: it has been answered
    std::uint32_t tag;
    std::uint64_t burst;  ///< its address, and in bit 0 whether it is written
    std::uint32_t next;   ///< who waits for the same burst: a list behind the one that is sent
    bool isShared;        ///< whoever wants the same burst may join it
  };
  std::uint32_t newFlight(const Flight& flight);
  void sendInTurn(std::uint32_t flight, Cycle at);
  bool sendNow(std::uint32_t flight, Cycle at);
  bool joins(const Flight& flight);
  void answerLater(std::uint32_t flight);
  void answer(std::uint32_t flight);
  BurstMap sent_;                            ///< bursts on their way, by `Flight::burst`
  std::vector<Flight> answers_, answering_;  ///< what is known to be done, and told in the next cycle
  std::vector<Flight> flights_;
  std::vector<std::uint32_t> freeFlights_;
  std::vector<Fifo<std::uint32_t>> waiting_;  ///< flights in front of the channels
  std::size_t waits_ = 0;                     ///< their number
  std::vector<Completion> completed_;
};

inline void Engine::wake(UnitId unit, Cycle at) {
  if (at <= now) at = now + 1;
  auto& planned = wakeAt_[unit];
  if (planned <= at) return;
  planned = at;
  if (at == now + 1) {
    next_[nextCount_++] = unit;
  } else {
    enqueue(unit, at);
  }
}

inline void Engine::give(capstan::Id channel, const Word* words, std::int64_t count, Cycle leaves) {
  const auto ready = network.arrival(channel, leaves, now);
  channels[channel].give(words, count, ready);
  auto& link = links[channel];
  if (!link.anyWaits) return;
  link.anyWaits = false;
  for (auto& consumer : link.consumers) {
    if (!consumer.waits) continue;
    consumer.waits = false;
    wake(consumer.unit, ready);
    if (recorder) recorder->sent(consumer.unit, now);
  }
}

inline void Engine::take(capstan::Id channel, std::uint32_t reader, std::int64_t count, Cycle at) {
  channels[channel].take(reader, count, at);
  auto& link = links[channel];
  if (!link.producerWaits) return;
  link.producerWaits = false;
  wake(link.producer, at + 1);
}

}  // namespace stardust::sim
