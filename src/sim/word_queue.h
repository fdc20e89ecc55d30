// A bounded queue of words with latency: what moves between units.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/dram/dram.h"
#include "spatial/host_data.h"

namespace stardust::sim {

using spatial::Word;

/// What is pushed in cycle t with latency l can be taken from t + l on; what is taken in t gives room from t + 1 on, so
/// that the order in which the units of one cycle are looked at does not matter. Elements in flight take room. Several
/// readers see every element each.
class WordQueue {
 public:
  void shape(std::int64_t capacity, std::size_t readers) {
    capacity_ = capacity;
    hasReaders_ = readers > 0;
    if (readers > 1) taken_.assign(readers, 0);
    std::size_t ring = 16;
    while (ring < static_cast<std::size_t>(capacity)) ring *= 2;
    ring_.resize(ring);
    groups_.resize(16);
  }

  std::int64_t capacity() const { return capacity_; }
  std::int64_t room(Cycle now) const {
    if (!hasReaders_) return capacity_;
    return capacity_ - (given_ - (lastTake_ == now ? settled_ : slowest_));
  }
  /// Whether something was taken in this cycle, so that there is more room in the next.
  bool hasTaken(Cycle now) const { return lastTake_ == now; }
  std::uint32_t slowestReader() const {
    if (taken_.empty()) return 0;
    return static_cast<std::uint32_t>(std::min_element(taken_.begin(), taken_.end()) - taken_.begin());
  }
  std::int64_t held() const { return hasReaders_ ? given_ - slowest_ : 0; }
  std::int64_t available(std::uint32_t reader, Cycle now) {
    if (nextReady_ <= now) arrive(now);
    return visible_ - taken(reader);
  }
  /// When more elements than now become visible; `never` if none are in flight.
  Cycle nextArrival() const { return nextReady_; }

  /// The i-th element that the reader has not taken.
  Word at(std::uint32_t reader, std::int64_t i) const { return ring_[place(taken(reader) + i)]; }
  /// Copies the first elements that the reader has not taken.
  void peek(std::uint32_t reader, std::size_t count, Word* words) const {
    const auto from = place(taken(reader));
    const auto whole = std::min(count, ring_.size() - from);
    std::copy_n(ring_.data() + from, whole, words);
    if (whole < count) std::copy_n(ring_.data(), count - whole, words + whole);
  }
  void take(std::uint32_t reader, std::int64_t count, Cycle now) {
    if (lastTake_ != now) {
      settled_ = slowest_;
      lastTake_ = now;
    }
    if (taken_.empty()) {
      slowest_ += count;
      return;
    }
    taken_[reader] += count;
    slowest_ = *std::min_element(taken_.begin(), taken_.end());
  }
  void give(const Word* words, std::int64_t count, Cycle ready) {
    put(words, static_cast<std::size_t>(count));
    if (firstGroup_ != endGroup_ && group(endGroup_ - 1).ready >= ready) {
      group(endGroup_ - 1).upTo = given_;
      return;
    }
    if (endGroup_ - firstGroup_ == groups_.size()) growGroups();
    if (firstGroup_ == endGroup_) nextReady_ = ready;
    group(endGroup_++) = {ready, given_};
  }

 private:
  struct Group {
    Cycle ready;
    std::int64_t upTo;
  };
  std::int64_t taken(std::uint32_t reader) const { return taken_.empty() ? slowest_ : taken_[reader]; }
  void put(const Word* words, std::size_t count) {
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
    while (firstGroup_ != endGroup_ && group(firstGroup_).ready <= now) visible_ = group(firstGroup_++).upTo;
    nextReady_ = firstGroup_ == endGroup_ ? never : group(firstGroup_).ready;
  }
  std::size_t place(std::int64_t i) const { return static_cast<std::size_t>(i) & (ring_.size() - 1); }
  Group& group(std::size_t i) { return groups_[i & (groups_.size() - 1)]; }
  const Group& group(std::size_t i) const { return groups_[i & (groups_.size() - 1)]; }
  void growGroups() {
    std::vector<Group> bigger(groups_.size() * 2);
    for (auto i = firstGroup_; i != endGroup_; ++i) bigger[i & (bigger.size() - 1)] = group(i);
    groups_.swap(bigger);
  }

  std::int64_t visible_ = 0, slowest_ = 0;
  Cycle nextReady_ = never;
  std::vector<std::int64_t> taken_;  // by reader, if there are several
  std::int64_t given_ = 0, capacity_ = 0, settled_ = 0;
  Cycle lastTake_ = -1;
  bool hasReaders_ = false;
  std::vector<Word> ring_;
  std::vector<Group> groups_;
  std::size_t firstGroup_ = 0, endGroup_ = 0;
};

}  // namespace stardust::sim
