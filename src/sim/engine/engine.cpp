#include "sim/engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/engine/worker.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::sim {
namespace {

constexpr Cycle reportEvery = 4096;

}  // namespace

Engine::Engine(Dram& dram, BurstRules rules, Routes routes) : dram_(dram), rules_(rules), routes_(std::move(routes)) {}

UnitId Engine::addServer(std::unique_ptr<Unit> unit) {
  unit->id = static_cast<UnitId>(units.size());
  units.push_back(std::move(unit));
  wakeAt_.push_back(never);
  next_.resize(units.size());
  return units.back()->id;
}

UnitId Engine::add(std::unique_ptr<Worker> worker) {
  require(workers_ == units.size(), "workers come before the units that serve them");
  ++workers_;
  return addServer(std::move(worker));
}

ChannelId Engine::connect(UnitId producer, const std::vector<UnitId>& consumers, std::int64_t capacity) {
  const auto id = static_cast<ChannelId>(channels.size());
  auto& channel = channels.emplace_back();
  auto& link = links.emplace_back();
  for (const auto consumer : consumers) link.consumers.push_back({consumer, false});
  if (routes_.size() <= id) routes_.add(0);
  if (producer == none) return id;
  link.producer = producer;
  channel.shape(capacity, consumers.size());
  return id;
}

inline std::uint32_t Engine::newFlight(const Flight& flight) {
  if (freeFlights_.empty()) {
    flights_.push_back(flight);
    return static_cast<std::uint32_t>(flights_.size() - 1);
  }
  const auto id = freeFlights_.back();
  freeFlights_.pop_back();
  flights_[id] = flight;
  return id;
}

// A posted write is done when it is queued, together with the writes that joined it.
inline bool Engine::sendNow(std::uint32_t flight, Cycle at) {
  const auto burst = flights_[flight].burst;
  const bool isWrite = (burst & 1) != 0;
  if (!dram_.send({burst & ~std::uint64_t{1}, isWrite, flight}, at)) return false;
  ++(isWrite ? writes : reads);
  if (recorder) recorder->burstSent(dram_.channelOf(burst & ~std::uint64_t{1}), at);
  if (isWrite && rules_.postsWrites) answerLater(flight);
  return true;
}

// Answers the units that wait for a flight, in the next cycle. The flight itself stays in flight.
inline void Engine::answerLater(std::uint32_t flight) {
  answers_.push_back(flights_[flight]);
  for (auto id = flights_[flight].next; id != none; id = flights_[id].next) {
    answers_.push_back(flights_[id]);
    freeFlights_.push_back(id);
  }
  flights_[flight].unit = flights_[flight].next = none;
}

// Whether the burst is in flight already, or a write queue holds its words.
inline bool Engine::joins(const Flight& flight) {
  const auto inQueue = rules_.postsWrites ? sent_.find(flight.burst | 1) : none;
  if (inQueue != none && flights_[inQueue].unit == none) {
    answers_.push_back(flight);
    return true;
  }
  const auto same = sent_.find(flight.burst);
  if (same == none) return false;
  const auto waiting = newFlight({flight.unit, flight.tag, flight.burst, flights_[same].next, true});
  flights_[same].next = waiting;
  return true;
}

void Engine::send(UnitId unit, std::uint64_t address, bool write, std::uint32_t tag, Cycle at) {
  const Flight wanted{unit, tag, address | (write ? 1U : 0U), none, rules_.mergesInFlight};
  if (wanted.isShared && joins(wanted)) return;
  const auto flight = newFlight(wanted);
  if (wanted.isShared) sent_.insert(wanted.burst, flight);
  sendInTurn(flight, at);
}

void Engine::sendAlone(UnitId unit, std::uint64_t address, bool write, std::uint32_t tag, Cycle at) {
  sendInTurn(newFlight({unit, tag, address | (write ? 1U : 0U), none, false}), at);
}

// Sends a burst behind those that wait for their channel.
inline void Engine::sendInTurn(std::uint32_t flight, Cycle at) {
  const auto channel = dram_.channelOf(flights_[flight].burst & ~std::uint64_t{1});
  if (waiting_.size() <= channel) waiting_.resize(channel + 1);
  if (waiting_[channel].empty() && sendNow(flight, at)) return;
  waiting_[channel].push(flight);
  ++waits_;
}

// Notifies all units that wait for a burst.
inline void Engine::answer(std::uint32_t flight) {
  for (auto id = flight; id != none;) {
    const Flight done = flights_[id];
    freeFlights_.push_back(id);
    if (done.unit != none) units[done.unit]->completed(*this, done.tag, now);
    id = done.next;
  }
}

inline void Engine::runDram() {
  answering_.clear();
  answering_.swap(answers_);
  for (const auto& done : answering_) units[done.unit]->completed(*this, done.tag, now);
  if (dram_.nextEvent() > now) return;
  completed_.clear();
  dram_.advance(now, completed_);
  if (!completed_.empty()) dramDoneAt = now;
  for (const auto& done : completed_) {
    const auto burst = flights_[done.tag].burst;
    if (flights_[done.tag].isShared) sent_.erase(burst);
    if (recorder) recorder->burstDone(dram_.channelOf(burst & ~std::uint64_t{1}), (burst & 1) != 0, now);
    answer(done.tag);
  }
  for (std::size_t channel = 0; waits_ > 0 && channel < waiting_.size(); ++channel) {
    auto& waiting = waiting_[channel];
    const auto isRefused = [&] { return dram_.refuses(channel, (flights_[waiting.front()].burst & 1) != 0); };
    for (; !waiting.empty() && !isRefused() && sendNow(waiting.front(), now); --waits_) waiting.pop();
  }
}

void Engine::enqueue(UnitId unit, Cycle at) {
  if (at - now >= static_cast<Cycle>(slots)) return later_.push({at, unit});
  putIntoWheel(unit, at);
}

void Engine::putIntoWheel(UnitId unit, Cycle at) {
  const auto slot = static_cast<std::size_t>(at) % slots;
  wheel_[slot].push_back(unit);
  occupied_[slot / 64] |= std::uint64_t{1} << slot % 64;
}

inline Cycle Engine::nextWake() const {
  const auto first = static_cast<std::size_t>(now + 1) % slots;
  for (std::size_t i = 0; i <= slots / 64; ++i) {
    const auto word = (first / 64 + i) % (slots / 64);
    auto bits = occupied_[word];
    if (i == 0) bits &= ~std::uint64_t{0} << first % 64;
    if (i == slots / 64) bits &= ~(~std::uint64_t{0} << first % 64);
    if (bits == 0) continue;
    const auto slot = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
    return now + 1 + static_cast<Cycle>((slot + slots - first) % slots);
  }
  return never;
}

/// The cycle of the next event; the clock skips the cycles before it.
inline Cycle Engine::nextCycle() const {
  if (nextCount_ > 0 || !answers_.empty()) return now + 1;
  const auto next = std::min(nextWake(), dram_.nextEvent());
  return later_.empty() ? next : std::min(next, later_.top().at);
}

/// Collects the units of this cycle.
inline void Engine::beginCycle() {
  while (!later_.empty() && later_.top().at < now + static_cast<Cycle>(slots)) {
    const auto later = later_.top();
    later_.pop();
    putIntoWheel(later.unit, std::max(later.at, now));
  }
  const auto slot = static_cast<std::size_t>(now) % slots;
  current_.swap(wheel_[slot]);
  occupied_[slot / 64] &= ~(std::uint64_t{1} << slot % 64);
  current_.insert(current_.end(), next_.begin(), next_.begin() + static_cast<std::ptrdiff_t>(nextCount_));
  nextCount_ = 0;
}

/// A lower bound as known so far: the remaining steps of the busiest unit.
Cycle Engine::leastCycles() const {
  Cycle least = 0;
  for (const auto& unit : units) least = std::max(least, unit->leastSteps());
  return least;
}

void Engine::run(const RunOptions& options) {
  for (const auto& unit : units) wake(unit->id, 0);  // the first cycle is 1
  Cycle nextReport = reportEvery;
  for (;;) {
    const auto next = nextCycle();
    if (next >= never) return;
    now = std::max(next, now + 1);
    if (now > options.maxCycles)
      failUnsupported(fmt::format("the run was stopped after {}", counted(now - 1, "cycle")));
    beginCycle();
    runDram();
    if (options.isReversed) std::reverse(current_.begin(), current_.end());
    for (const auto id : current_) {
      if (wakeAt_[id] != now) continue;  // woken earlier meanwhile, or twice
      wakeAt_[id] = never;
      units[id]->step(*this, now);
      if (recorder) recorder->stepped(id, now);
    }
    current_.clear();
    if (now >= nextReport) {
      nextReport = now + reportEvery;
      const Cycle least = leastCycles();
      if (least > options.maxCycles) {
        if (options.refuse) options.refuse(least);
        failUnsupported(fmt::format("the run takes at least {}", counted(least, "cycle")));
      }
      if (options.progress) options.progress(now, least);
      if (options.cancelled && options.cancelled()) failUnsupported("the run was interrupted");
    }
  }
}

}  // namespace stardust::sim
