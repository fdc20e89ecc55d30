// The clock, which visits units in the cycles for which they are scheduled, and the state that all units share.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

#include "sim/engine/burst_map.h"
#include "sim/engine/dram.h"
#include "sim/engine/fifo.h"
#include "sim/engine/recorder.h"
#include "sim/engine/routes.h"
#include "sim/engine/unit.h"
#include "sim/engine/word_queue.h"

namespace stardust::sim {

class Worker;

/// Treatment of bursts that several units request.
struct BurstRules {
  bool mergesInFlight = false;  ///< requests of all units join a burst in flight
  bool postsWrites = false;     ///< a write is done when a DRAM channel has queued it; queued writes answer reads
};

struct RunOptions {
  std::function<bool()> cancelled;  ///< polled every few thousand cycles; true stops the run (unsupported)
  /// Called every few thousand cycles with the cycle and a lower bound of the total (0: unknown).
  std::function<void(Cycle, Cycle)> progress;
  Cycle maxCycles = Cycle{1} << 40;  ///< upper bound; a run that exceeds it, or is known to, is stopped
  bool isReversed = false;           ///< visits the units of a cycle in reverse order, which must not change the result
  /// Called with the known lower bound of a run's cycles, if it is too large; throws Error (unsupported).
  std::function<void(Cycle)> refuse{};
};

/// A graph of units and channels, with its clock. Workers come first, then the servers: units that serve workers.
class Engine {
 public:
  /// `routes`: those of the first channels, in order; later channels have no latency.
  explicit Engine(Dram& dram, BurstRules rules = {}, Routes routes = {});

  UnitId add(std::unique_ptr<Worker> worker);
  /// Adds a unit that serves workers. No worker may be added after it.
  UnitId addServer(std::unique_ptr<Unit> unit);
  /// Connects a unit to consumers, each of which reads every element; `capacity` in elements. Producer `none`: nothing
  /// arrives.
  ChannelId connect(UnitId producer, const std::vector<UnitId>& consumers, std::int64_t capacity);
  void run(const RunOptions& options);
  std::size_t workers() const { return workers_; }
  const Worker& worker(UnitId id) const;
  Worker& worker(UnitId id);

  void wake(UnitId unit, Cycle at);
  /// Puts elements into a channel. They leave their unit at `leaves`, and then travel along the channel's route.
  void give(ChannelId channel, const Word* words, std::int64_t count, Cycle leaves);
  void take(ChannelId channel, std::uint32_t reader, std::int64_t count, Cycle now);
  /// Reads or writes a burst; the unit's `completed` is called with the tag. Bursts wait in order of arrival in front
  /// of a full queue of a DRAM channel.
  void send(UnitId unit, std::uint64_t address, bool write, std::uint32_t tag, Cycle now);
  /// The same, but the burst is never merged with another, whatever the machine merges.
  void sendAlone(UnitId unit, std::uint64_t address, bool write, std::uint32_t tag, Cycle now);
  /// Completes a burst that needs no memory (on the wires of a stream) in the next cycle.
  void sendPast(UnitId unit, std::uint32_t tag) { answers_.push_back({unit, tag, 0, none, false}); }

  struct Consumer {
    UnitId unit;
    bool waits;  // it waits for elements
  };
  struct Link {
    UnitId producer = 0;
    bool producerWaits = false;  // it waits for room
    bool anyWaits = false;       // some consumer waits
    std::vector<Consumer> consumers{};
  };
  std::vector<WordQueue> channels;
  std::vector<Link> links;  ///< of the channels, in order
  std::vector<std::unique_ptr<Unit>> units;
  Cycle now = 0;
  std::int64_t reads = 0, writes = 0;
  Cycle dramDoneAt = 0;          ///< when the last burst was written or read
  Recorder* recorder = nullptr;  ///< notified of steps and sent words, unless null

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
  const BurstRules rules_;
  Routes routes_;
  std::size_t workers_ = 0;
  std::vector<Cycle> wakeAt_;  // for each unit, the cycle of its next step; never: asleep
  std::vector<UnitId> next_;   // units of the next cycle, the usual case, each once; they follow those of the wheel
  std::size_t nextCount_ = 0;  // number of entries of `next_`
  std::array<std::vector<UnitId>, slots> wheel_;
  std::array<std::uint64_t, slots / 64> occupied_{};
  std::priority_queue<Later> later_;
  std::vector<UnitId> current_;
  struct Flight {
    UnitId unit;  ///< none: it has been answered
    std::uint32_t tag;
    std::uint64_t burst;  ///< its address; bit 0: it is a write
    std::uint32_t next;   ///< flights that wait for the same burst: a list behind the one that is sent
    bool isShared;        ///< other flights for the same burst may join it
  };
  std::uint32_t newFlight(const Flight& flight);
  void sendInTurn(std::uint32_t flight, Cycle at);
  bool sendNow(std::uint32_t flight, Cycle at);
  bool joins(const Flight& flight);
  void answerLater(std::uint32_t flight);
  void answer(std::uint32_t flight);
  BurstMap sent_;                            ///< bursts in flight, by `Flight::burst`
  std::vector<Flight> answers_, answering_;  ///< completed flights that are answered in the next cycle
  std::vector<Flight> flights_;
  std::vector<std::uint32_t> freeFlights_;
  std::vector<Fifo<std::uint32_t>> waiting_;  ///< flights that wait in front of the channels
  std::size_t waits_ = 0;                     ///< total length of `waiting_`
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

inline void Engine::give(ChannelId channel, const Word* words, std::int64_t count, Cycle leaves) {
  const auto ready = routes_.arrival(channel, leaves, now);
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

inline void Engine::take(ChannelId channel, std::uint32_t reader, std::int64_t count, Cycle at) {
  channels[channel].take(reader, count, at);
  auto& link = links[channel];
  if (!link.producerWaits) return;
  link.producerWaits = false;
  wake(link.producer, at + 1);
}

}  // namespace stardust::sim
