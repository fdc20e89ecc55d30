// A bounded queue of words with latency: the connection between units.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/engine/cycle.h"
#include "sim/engine/fifo.h"

namespace stardust::sim {

/// A word pushed in cycle t with latency l can be taken from t + l on. A word taken in t frees its place from t + 1 on,
/// so that the result does not depend on the order in which the units of a cycle are visited. Elements in flight occupy
/// places. Each of several readers reads every element.
///
/// The layout keeps the fields of most steps in one or two cache lines. Rings grow up to the largest occupancy: most
/// queues hold a few words, of a capacity of hundreds.
class alignas(64) WordQueue {
 public:
  void shape(std::int64_t capacity, std::size_t readers) {
    capacity_ = capacity;
    readers_ = static_cast<std::uint32_t>(readers);
    if (readers > first_.size()) others_ = std::make_unique<std::int64_t[]>(readers - first_.size());
    ring_.resize(firstRing);
  }

  std::int64_t capacity() const { return capacity_; }
  std::int64_t room(Cycle now) const { return capacity_ - (given_ - (lastTake_ == now ? settled_ : slowest_)); }
  /// Whether an element was taken in this cycle, so that there is more room in the next.
  bool hasTaken(Cycle now) const { return lastTake_ == now; }
  std::uint32_t slowestReader() const {
    std::uint32_t slowest = 0;
    for (std::uint32_t reader = 1; reader < readers_; ++reader) {
      if (taken(reader) < taken(slowest)) slowest = reader;
    }
    return slowest;
  }
  std::int64_t held() const { return given_ - slowest_; }
  std::int64_t available(std::uint32_t reader, Cycle now) {
    if (next_.ready <= now) arrive(now);
    return visible_ - taken(reader);
  }
  /// The next cycle in which more elements become visible; `never` if none are in flight.
  Cycle nextArrival() const { return next_.ready; }

  /// The i-th element that the reader has not taken yet.
  Word at(std::uint32_t reader, std::int64_t i) const { return ring_[place(taken(reader) + i)]; }
  /// Copies the first elements that the reader has not taken yet; the words behind them are overwritten, too.
  template <std::size_t Most>
  void peek(std::uint32_t reader, std::size_t count, std::array<Word, Most>& words) const {
    const auto from = place(taken(reader));
    if (from + Most <= ring_.size()) {  // a compile-time count; the excess words may be stale
      std::copy_n(ring_.data() + from, Most, words.data());
      return;
    }
    const auto whole = std::min(count, ring_.size() - from);
    std::copy_n(ring_.data() + from, whole, words.data());
    std::copy_n(ring_.data(), count - whole, words.data() + whole);
  }
  void take(std::uint32_t reader, std::int64_t count, Cycle now) {
    if (lastTake_ != now) {
      settled_ = slowest_;
      lastTake_ = now;
    }
    const auto before = taken(reader);
    taken(reader) = before + count;
    if (before == slowest_) slowest_ = readers_ == 1 ? before + count : taken(slowestReader());
  }
  /// Without readers, elements are dropped at once.
  void give(const Word* words, std::int64_t count, Cycle ready) {
    if (readers_ == 0) return;
    put(words, static_cast<std::size_t>(count));
    if (next_.ready == never) {
      next_ = {ready, given_};
    } else if (auto& last = later_.empty() ? next_ : later_.back(); last.ready >= ready) {
      last.upTo = given_;
    } else {
      later_.push({ready, given_});
    }
  }

 private:
  static constexpr std::size_t firstRing = 32;
  struct Group {  // of elements that arrive together
    Cycle ready = never;
    std::int64_t upTo = 0;
  };
  std::int64_t taken(std::uint32_t reader) const {
    return reader < first_.size() ? first_[reader] : others_[reader - first_.size()];
  }
  std::int64_t& taken(std::uint32_t reader) {
    return reader < first_.size() ? first_[reader] : others_[reader - first_.size()];
  }
  void put(const Word* words, std::size_t count) {
    if (static_cast<std::size_t>(held()) + count > ring_.size()) growRing(count);
    const auto from = place(given_);
    given_ += static_cast<std::int64_t>(count);
    if (count == 1) {
      ring_[from] = *words;
      return;
    }
    const auto whole = std::min(count, ring_.size() - from);
    std::copy_n(words, whole, ring_.data() + from);
    if (whole < count) std::copy_n(words + whole, count - whole, ring_.data());
  }
  void arrive(Cycle now) {
    do {
      visible_ = next_.upTo;
      next_ = later_.empty() ? Group{} : later_.pop();
    } while (next_.ready <= now);
  }
  std::size_t place(std::int64_t i) const { return static_cast<std::size_t>(i) & (ring_.size() - 1); }
  void growRing(std::size_t more) {
    std::vector<Word> bigger(std::bit_ceil(static_cast<std::size_t>(held()) + more));
    for (auto i = slowest_; i != given_; ++i)
      bigger[static_cast<std::size_t>(i) & (bigger.size() - 1)] = ring_[place(i)];
    ring_.swap(bigger);
  }

  // Fields of queries:
  std::int64_t visible_ = 0;
  Group next_;                           // if any are in flight
  std::array<std::int64_t, 4> first_{};  // elements taken by each of the first readers
  std::uint32_t readers_ = 0;
  // Fields of pushes and takes:
  std::int64_t capacity_ = 0, given_ = 0, slowest_ = 0, settled_ = 0;
  Cycle lastTake_ = -1;
  std::vector<Word> ring_;  // indexed by the element's number, modulo a power of two
  // Rarely used:
  Fifo<Group> later_;                       // behind `next_`
  std::unique_ptr<std::int64_t[]> others_;  // as `first_`, for the other readers
};

}  // namespace stardust::sim
