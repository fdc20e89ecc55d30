// The clock: which unit is looked at in which cycle; and what all units share.
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
#include "sim/engine/unit.h"
#include "sim/engine/ways.h"
#include "sim/engine/word_queue.h"

namespace stardust::sim {

class Worker;

/// What an engine does with bursts that several want.
struct BurstRules {
  bool mergesInFlight = false;  ///< a burst that is already on its way is not asked for again, whoever asks
  bool postsWrites = false;     ///< a write is done when a DRAM channel has queued it; what is queued answers reads
};

struct RunOptions {
  std::function<bool()> cancelled;  ///< asked every few thousand cycles; true stops the run (unsupported)
  /// Told every few thousand cycles: the cycle, and how many there will be at least (0: nobody knows).
  std::function<void(Cycle, Cycle)> progress;
  Cycle maxCycles = Cycle{1} << 40;  ///< a run that goes on for more, or is known to, is stopped
  bool isReversed = false;           ///< looks at the units of a cycle the other way round, which must not matter
  /// Told how many cycles a run is known to take, if these are too many; throws Error (unsupported).
  std::function<void(Cycle)> refuse{};
};

/// A graph of units and channels, and its clock. First come the workers, then the units that serve them.
class Engine {
 public:
  /// `ways`: of the channels, in their order; those beyond have none.
  explicit Engine(Dram& dram, BurstRules rules = {}, Ways ways = {});

  UnitId add(std::unique_ptr<Worker> worker);
  /// A unit that serves workers; none may be added after it.
  UnitId addServer(std::unique_ptr<Unit> unit);
  /// A channel from a unit to others, each of which reads every element; it holds so many. Producer `none`: nothing
  /// comes.
  ChannelId connect(UnitId producer, const std::vector<UnitId>& consumers, std::int64_t capacity);
  void run(const RunOptions& options);
  std::size_t workers() const { return workers_; }
  const Worker& worker(UnitId id) const;
  Worker& worker(UnitId id);

  void wake(UnitId unit, Cycle at);
  /// Puts elements into a channel; they leave their unit at `leaves`, and then have their way.
  void give(ChannelId channel, const Word* words, std::int64_t count, Cycle leaves);
  void take(ChannelId channel, std::uint32_t reader, std::int64_t count, Cycle now);
  /// Reads or writes a burst: `completed` of the unit is called with the tag. Where the queue of the DRAM channel is
  /// full, bursts wait in front of it in the order in which they came.
  void send(UnitId unit, std::uint64_t address, bool write, std::uint32_t tag, Cycle now);
  /// The same, but the burst shares its way with no other, whatever the machine merges.
  void sendAlone(UnitId unit, std::uint64_t address, bool write, std::uint32_t tag, Cycle now);
  /// What needs no memory, a burst on the wires of a stream, is done in the next cycle.
  void sendPast(UnitId unit, std::uint32_t tag) { answers_.push_back({unit, tag, 0, none, false}); }

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
  std::vector<std::unique_ptr<Unit>> units;
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
  const BurstRules rules_;
  Ways ways_;
  std::size_t workers_ = 0;
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

inline void Engine::give(ChannelId channel, const Word* words, std::int64_t count, Cycle leaves) {
  const auto ready = ways_.arrival(channel, leaves, now);
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
