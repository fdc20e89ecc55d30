// Which bursts are on their way, and whose flight each is.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sim/engine/cycle.h"

namespace stardust::sim {

/// From a burst to its flight. Every burst is looked up, put in and taken out again, so there are no nodes to allocate
/// and no divisions: open addressing with linear probing, at most half full. Each operation is O(1) on average.
class BurstMap {
 public:
  BurstMap() : slots_(64) {}

  /// The flight of a burst; none if it is not on its way.
  std::uint32_t find(std::uint64_t burst) const {
    for (auto at = home(burst);; at = after(at)) {
      if (slots_[at].flight == none || slots_[at].burst == burst) return slots_[at].flight;
    }
  }
  /// Precondition: it is not there.
  void insert(std::uint64_t burst, std::uint32_t flight) {
    if (2 * ++size_ > slots_.size()) grow();
    place({burst, flight});
  }
  /// Precondition: it is there.
  void erase(std::uint64_t burst) {
    auto gap = home(burst);
    while (slots_[gap].burst != burst) gap = after(gap);
    --size_;
    // What is behind the gap moves into it, unless that is before its home.
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
  /// The upper bits of a product with the golden ratio: neighbours are far apart.
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

  std::vector<Slot> slots_;  // a power of two of them
  std::size_t size_ = 0;
};

}  // namespace stardust::sim
