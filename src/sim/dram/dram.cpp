// The channels behind the Dram interface: conversion between two clocks, and the next event of each channel.
#include "sim/dram/dram.h"

#include <algorithm>
#include <bit>

#include "sim/dram/channel.h"

namespace stardust::sim {
namespace {

/// The paper's ideal memory: every burst completes in the next cycle.
class IdealDram final : public Dram {
 public:
  bool send(const Burst& burst, Cycle now) override {
    pending_.push({burst.tag, now + 1});
    ++(burst.write ? stats_.writes : stats_.reads);
    if (!burst.write) stats_.latencySum += 1;
    return true;
  }
  void advance(Cycle now, std::vector<Completion>& completed) override {
    while (!pending_.empty() && pending_.front().at <= now) completed.push_back(pending_.pop());
  }
  Cycle nextEvent() const override { return pending_.empty() ? never : pending_.front().at; }
  DramStats stats() const override { return stats_; }

 private:
  Fifo<Completion> pending_;
  DramStats stats_;
};

/// A tournament tree over n times: it yields the earliest time and its index. An update takes O(log n).
class WakeTree {
 public:
  explicit WakeTree(int leaves) : size_(std::bit_ceil(static_cast<std::size_t>(leaves))), tree_(2 * size_, never) {}
  Cycle earliest() const { return tree_[1]; }
  Cycle of(std::size_t leaf) const { return tree_[size_ + leaf]; }
  std::size_t first() const {
    std::size_t i = 1;
    while (i < size_) i = 2 * i + (tree_[2 * i + 1] < tree_[2 * i] ? 1 : 0);
    return i - size_;
  }
  void set(std::size_t leaf, Cycle at) {
    std::size_t i = size_ + leaf;
    tree_[i] = at;
    while (i > 1) {
      i /= 2;
      const Cycle least = std::min(tree_[2 * i], tree_[2 * i + 1]);
      if (tree_[i] == least) return;
      tree_[i] = least;
    }
  }

 private:
  std::size_t size_;
  std::vector<Cycle> tree_;
};

/// Channels run lazily. A channel's commands up to a time are computed when a completion may be due, or when its queue
/// is full and a sender waits for a place. Until then arrivals wait in its inbox with their times.
class TimedDram final : public Dram {
 public:
  TimedDram(const machine::MemorySystem& memory, double clockGhz)
      : map_(memory),
        ticksPerCycle_(memory.megaTransfers / (2000.0 * clockGhz)),
        cyclesPerTick_(1 / ticksPerCycle_),
        fixedCycles_(memory.fixedLatencyNs * clockGhz),
        wake_(memory.channels),
        channels_(static_cast<std::size_t>(memory.channels), Channel(memory)),
        refused_(channels_.size()) {
    const auto timing = timingOf(memory);
    shortest_ = std::min(timing.dataEnd(false), timing.dataEnd(true));
  }

  bool send(const Burst& burst, Cycle now) override {
    const auto place = map_.place(burst.address);
    const auto index = static_cast<std::size_t>(place.channel);
    Channel& channel = channels_[index];
    const Tick arrival = firstTickAt(now);
    if (channel.full(burst.write)) {
      const bool isRun = channel.ranUntil() >= arrival;
      if (refused_[index][burst.write] && isRun) return false;
      if (!isRun) channel.run(arrival);
      refused_[index][burst.write] = channel.full(burst.write);
      wake_.set(index, wakeOf(index));
      if (refused_[index][burst.write]) return false;
    }
    channel.push({place, burst.write, burst.tag, arrival, now});
    if (const Cycle at = cycleOf(arrival + shortest_); at < wake_.of(index)) wake_.set(index, at);
    return true;
  }

  bool refuses(std::size_t channel, bool write) const override { return refused_[channel][write]; }
  std::size_t channelOf(std::uint64_t address) const override {
    return static_cast<std::size_t>(map_.place(address).channel);
  }

  void advance(Cycle now, std::vector<Completion>& completed) override {
    const auto begin = completed.size();
    const Tick limit = firstTickAt(now);
    int contributors = 0;
    while (wake_.earliest() <= now) {
      const auto index = wake_.first();
      Channel& channel = channels_[index];
      channel.run(limit);
      const auto before = completed.size();
      for (Cycle at = 0; channel.hasDone() && (at = cycleOf(channel.firstDone().at)) <= now;)
        deliver(channel.popDone(), at, completed);
      contributors += completed.size() > before;
      for (const bool write : {false, true}) refused_[index][write] = refused_[index][write] && channel.full(write);
      wake_.set(index, wakeOf(index));
    }
    if (contributors > 1)
      std::sort(completed.begin() + static_cast<std::ptrdiff_t>(begin), completed.end(),
                [](const Completion& a, const Completion& b) { return a.at != b.at ? a.at < b.at : a.tag < b.tag; });
  }

  Cycle nextEvent() const override { return wake_.earliest(); }

  DramStats stats() const override {
    DramStats stats;
    stats.latencySum = latencySum_;
    for (const auto& channel : channels_) channel.addTo(stats, cyclesPerTick_);
    return stats;
  }

 private:
  // Rounding errors of the products stay below this bound for 10^9 cycles. A clock edge that coincides with a cycle
  // counts as in the cycle.
  static constexpr double rounding = 1e-6;

  // std::ceil is a library call without SSE 4.1, and this is the innermost arithmetic.
  static std::int64_t roundUp(double x) {
    const auto truncated = static_cast<std::int64_t>(x);
    return truncated + (static_cast<double>(truncated) < x ? 1 : 0);
  }

  // The first memory clock that begins at or after the beginning of the cycle.
  Tick firstTickAt(Cycle cycle) const { return roundUp(static_cast<double>(cycle) * ticksPerCycle_ - rounding); }
  // The first cycle that begins at or after the beginning of the clock plus the fixed latency.
  Cycle cycleOf(Tick tick) const {
    return roundUp(static_cast<double>(tick) * cyclesPerTick_ + fixedCycles_ - rounding);
  }

  // The earliest cycle at which the channel may complete a burst or, if it has refused one, free a place.
  Cycle wakeOf(std::size_t index) const {
    const Channel& channel = channels_[index];
    Cycle at = channel.hasDone() ? cycleOf(channel.firstDone().at) : never;
    const Tick column = channel.earliestColumn();
    if (column == never) return at;
    at = std::min(at, cycleOf(column + shortest_));
    if (refused_[index][0] || refused_[index][1])
      at = std::min(at, static_cast<Cycle>(static_cast<double>(column) * cyclesPerTick_ + rounding) + 1);
    return at;
  }

  void deliver(const Channel::Done& done, Cycle at, std::vector<Completion>& completed) {
    if (!done.write) latencySum_ += static_cast<double>(at - done.sent);
    completed.push_back({done.tag, at});
  }

  AddressMap map_;
  double ticksPerCycle_, cyclesPerTick_, fixedCycles_;
  Tick shortest_ = 0;  // from a column command to the end of its data
  WakeTree wake_;
  std::vector<Channel> channels_;
  std::vector<std::array<bool, 2>> refused_;
  double latencySum_ = 0;
};

}  // namespace

std::unique_ptr<Dram> makeDram(const machine::MemorySystem& memory, double clockGhz) {
  if (memory.ideal) return std::make_unique<IdealDram>();
  return std::make_unique<TimedDram>(memory, clockGhz);
}

}  // namespace stardust::sim
