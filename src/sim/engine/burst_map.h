// The bursts in flight, each with its flight number.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sim/engine/cycle.h"

namespace stardust::sim {

/// A hash map from bursts to flights. Every burst is looked up, inserted and erased, so the map avoids allocated nodes
/// and divisions: open addressing with linear probing, at most half full. Each operation takes O(1) on average.
class BurstMap {
 public:
  BurstMap() : slots_(64) {}

  /// The flight of a burst; `none` if it is not in flight.
  std::uint32_t find(std::uint64_t burst) const {
    for (auto at = home(burst);; at = after(at)) {
      if (slots_[at].flight == none || slots_[at].burst == burst) return slots_[at].flight;
    }
  }
  /// Precondition: the burst is absent.
  void insert(std::uint64_t burst, std::uint32_t flight) {
    if (2 * ++size_ > slots_.size()) grow();
    place({burst, flight});
  }
  /// Precondition: the burst is present.
  void erase(std::uint64_t burst) {
    auto gap = home(burst);
    while (slots_[gap].burst != burst) gap = after(gap);
    --size_;
    // Backward-shift deletion: an entry behind the gap moves into it, unless its home lies after the gap.
    for (auto at = after(gap); slots_[at].flight != none; at = after(at)) {
      if (distance(home(slots_[at].burst), at) < distance(gap, at)) continue;
      slots_[gap] = slots_[at];
      gap = at;
    }
    slots_[gap] = {};
  }

 private:
  struct Slot {
    std::uint64_t burst = ~std::uint64_t{0};
    std::uint32_t flight = none;
  };
  /// Fibonacci hashing: the upper bits of the product keep neighbouring bursts apart.
  std::size_t home(std::uint64_t burst) const {
    return static_cast<std::size_t>((burst * 0x9E3779B97F4A7C15U) >> (64 - std::countr_zero(slots_.size())));
  }
  std::size_t after(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  std::size_t distance(std::size_t from, std::size_t to) const { return (to - from) & (slots_.size() - 1); }
  void place(const Slot& slot) {
    auto at = home(slot.burst);
    while (slots_[at].flight != none) at = after(at);
    slots_[at] = slot;
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const auto& slot : old) {
      if (slot.flight != none) place(slot);
    }
  }

  std::vector<Slot> slots_;  // the size is a power of two
  std::size_t size_ = 0;
};

}  // namespace stardust::sim
