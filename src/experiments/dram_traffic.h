// Burst streams against a Dram: the loads of the calibration data (docs/internals/dram.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/dram/dram.h"

namespace stardust::experiments {

/// `streams` sources, each with at most `outstanding` bursts in flight, sent in order: a stream waits while its burst
/// is refused. The streams are served round-robin; at full speed the first stream of a cycle advances by one from cycle
/// to cycle.
struct Traffic {
  enum class Pattern {
    sequential,  ///< from a pseudo-random base; the first writePercent of the streams only write
    mixed,       ///< sequential, but each burst is a write with probability writePercent
    random,      ///< uniform in 8 GiB; each burst is a write with probability writePercent
  };
  Pattern pattern = Pattern::sequential;
  int streams = 1, outstanding = 1, writePercent = 0;
  double offeredLoad = 0;  ///< fraction of the peak bandwidth; 0: as fast as bursts are accepted
  std::int64_t bursts = 100000;
  std::uint64_t seed = 1;
};

/// Over the last 80 % of the bursts. A read's latency counts from its stream's first offer.
struct TrafficResult {
  double gbPerSecond = 0, readNs = 0, maxReadNs = 0;
};

/// Runs one load in cycles of the memory's own clock, so that clock conversion loses no time.
class TrafficRun {
 public:
  TrafficRun(const machine::MemorySystem& memory, const Traffic& traffic)
      : traffic_(traffic),
        clockGhz_(memory.megaTransfers / 2000.0),
        perCycle_(traffic.offeredLoad * memory.peakGbPerSecond() / clockGhz_ / sim::Dram::burstBytes),
        dram_(sim::makeDram(memory, clockGhz_)),
        random_(traffic.seed),
        streams_(static_cast<std::size_t>(traffic.streams)) {
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      streams_[i].address = anywhere();
      streams_[i].writes = static_cast<int>(i) * 100 < traffic.writePercent * traffic.streams;
    }
  }

  TrafficResult run() {
    while (finished_ < traffic_.bursts) {
      collect();
      const bool behind = offer();
      now_ = behind ? now_ + 1 : std::max(now_ + 1, dram_->nextEvent());
    }
    const auto measured = static_cast<double>(traffic_.bursts - warmUp());
    result_.gbPerSecond = measured * sim::Dram::burstBytes * clockGhz_ / static_cast<double>(now_ - start_);
    if (reads_ > 0) result_.readNs = latencyNs_ / static_cast<double>(reads_);
    return result_;
  }

 private:
  struct Stream {
    std::uint64_t address = 0;
    int inFlight = 0;
    bool writes = false, offered = false;
    sim::Burst burst{};    // the offered burst
    sim::Cycle since = 0;  // cycle of its first offer
    sim::Cycle refusedAt = -1;
  };
  struct Sent {
    std::size_t stream;
    sim::Cycle since;
    bool read;
  };

  std::int64_t warmUp() const { return traffic_.bursts / 5; }
  std::uint64_t anywhere() {
    return random_() % (std::uint64_t{8} << 30) / sim::Dram::burstBytes * sim::Dram::burstBytes;
  }
  bool chance() { return static_cast<int>(random_() % 100) < traffic_.writePercent; }

  void collect() {
    completed_.clear();
    dram_->advance(now_, completed_);
    for (const auto& done : completed_) {
      const Sent& was = sent_[done.tag];
      --streams_[was.stream].inFlight;
      freeTags_.push_back(done.tag);
      if (++finished_ == warmUp()) start_ = now_;
      if (finished_ <= warmUp() || !was.read) continue;
      const double ns = static_cast<double>(done.at - was.since) / clockGhz_;
      latencyNs_ += ns;
      result_.maxReadNs = std::max(result_.maxReadNs, ns);
      ++reads_;
    }
  }

  // Returns whether some stream could send more now, if it were not ahead of the offered load.
  bool offer() {
    const auto allowed =
        perCycle_ > 0 ? static_cast<std::int64_t>(static_cast<double>(now_ + 1) * perCycle_) : INT64_MAX;
    if (perCycle_ == 0) turn_ = static_cast<std::size_t>(now_) % streams_.size();
    bool progress = true;
    while (progress) {
      progress = false;
      for (std::size_t k = 0; k < streams_.size(); ++k) {
        Stream& stream = streams_[turn_];
        if (stream.inFlight < traffic_.outstanding && stream.refusedAt != now_) {
          if (issued_ >= allowed) return true;
          progress |= send(stream, turn_);
        }
        turn_ = (turn_ + 1) % streams_.size();
      }
    }
    return false;
  }

  bool send(Stream& stream, std::size_t index) {
    if (!stream.offered) next(stream);
    if (freeTags_.empty()) freeTags_.push_back(static_cast<std::uint32_t>(sent_.size())), sent_.emplace_back();
    stream.burst.tag = freeTags_.back();
    if (!dram_->send(stream.burst, now_)) {
      stream.refusedAt = now_;
      return false;
    }
    freeTags_.pop_back();
    sent_[stream.burst.tag] = {index, stream.since, !stream.burst.write};
    stream.offered = false;
    ++stream.inFlight;
    ++issued_;
    return true;
  }

  void next(Stream& stream) {
    switch (traffic_.pattern) {
      case Traffic::Pattern::sequential: stream.burst = {stream.address, stream.writes, 0}; break;
      case Traffic::Pattern::mixed: stream.burst = {stream.address, chance(), 0}; break;
      case Traffic::Pattern::random: stream.burst = {anywhere(), chance(), 0}; break;
    }
    stream.address += sim::Dram::burstBytes;
    stream.offered = true;
    stream.since = now_;
  }

  Traffic traffic_;
  double clockGhz_, perCycle_;  // in bursts
  std::unique_ptr<sim::Dram> dram_;
  std::mt19937_64 random_;
  std::vector<Stream> streams_;
  std::vector<Sent> sent_;  // indexed by tag
  std::vector<std::uint32_t> freeTags_;
  std::vector<sim::Completion> completed_;
  sim::Cycle now_ = 0, start_ = 0;
  std::int64_t issued_ = 0, finished_ = 0, reads_ = 0;
  std::size_t turn_ = 0;  // the stream to offer next
  double latencyNs_ = 0;
  TrafficResult result_;
};

inline TrafficResult runTraffic(const machine::MemorySystem& memory, const Traffic& traffic) {
  return TrafficRun(memory, traffic).run();
}

}  // namespace stardust::experiments
