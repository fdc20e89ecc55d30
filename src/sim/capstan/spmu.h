// The scheduler of a sparse memory unit: it selects the accesses that go to the banks in a cycle.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "capstan/machine/machine.h"

namespace stardust::sim {

/// A window of vectors whose lanes access banks at random. Each cycle, a separable allocator with a few iterations
/// grants at most one access to each lane and each bank. Vectors in older classes have priority.
class Spmu {
 public:
  /// inOrder: vectors enter as a whole, and their slots become free in order of arrival. Otherwise each lane has
  /// `window` slots of its own without ages, as a shuffle network delivers single accesses.
  Spmu(const capstan::Machine& machine, bool inOrder);

  bool isEmpty() const { return askingLanes_ == 0; }
  /// inOrder: whether a vector can enter.
  bool hasPlace() const { return used_ < window_; }
  /// inOrder: begins a vector; its lanes follow.
  void beginVector() { ++used_; }
  /// Not inOrder: the lanes with a free slot.
  std::uint32_t lanesWithPlace() const { return openLanes_; }
  void add(int lane, int bank, std::uint32_t reference);

  /// Simulates one cycle, and calls granted(reference) for each access.
  template <class Granted>
  void allocate(Granted&& granted) {
    choose();
    for (std::size_t i = 0; i < grantCount_; ++i) granted(grants_[i]);
  }

 private:
  static constexpr std::size_t maxLanes = 16;
  static constexpr std::size_t maxBanks = 32;
  void choose();
  void turn();
  int choice(int lane, std::uint32_t wanted) const;
  void match(std::uint64_t old);
  std::uint32_t propose(std::uint32_t freeLanes, std::uint32_t freeBanks);
  void grant(int lane, int bank, std::uint64_t candidates);
  std::uint32_t banksOf(int lane, std::uint64_t slots) const;
  std::uint64_t oldSlots() const;

  int lanes_, banks_, window_, iterations_, classes_;
  bool inOrder_;
  int head_ = 0, used_ = 0;
  int firstPlace_ = 0, firstLane_ = 0, firstBank_ = 0;  // round-robin priorities of this cycle
  std::uint32_t askingLanes_ = 0, openLanes_ = 0;       // lanes with a waiting access, with a free slot
  std::size_t grantCount_ = 0;
  std::array<std::uint32_t, maxLanes> grants_{};
  std::array<std::uint32_t, maxLanes> laneBanks_{}, oldBanks_{};      // banks requested by some (old) slot of the lane
  std::array<int, maxLanes> bankOffset_{};                            // priority offset of each lane
  std::array<int, maxBanks> laneOffset_{};                            // priority offset of each bank
  std::array<std::uint64_t, maxLanes> laneFree_{}, lanePending_{};    // bit masks of slots
  std::array<std::uint32_t, maxBanks> proposals_{}, oldProposals_{};  // lanes, by bank; empty between iterations
  std::array<std::array<std::uint64_t, maxBanks>, maxLanes> waiting_{};  // bit masks of slots, by lane and bank
  std::vector<std::array<std::uint32_t, maxLanes>> references_;          // by slot and lane
  std::vector<std::array<std::uint8_t, maxLanes>> bankOf_;               // inOrder: by slot and lane
  std::vector<int> left_;                                                // inOrder: remaining accesses, by slot
};

inline void Spmu::add(int lane, int bank, std::uint32_t reference) {
  const auto l = static_cast<std::size_t>(lane);
  const int place = inOrder_ ? (head_ + used_ - 1) % window_ : std::countr_zero(laneFree_[l]);
  const auto p = static_cast<std::size_t>(place);
  const auto bit = std::uint64_t{1} << place;
  if (inOrder_) {
    bankOf_[p][l] = static_cast<std::uint8_t>(bank);
    ++left_[p];
  } else {
    laneFree_[l] &= ~bit;
    if (laneFree_[l] == 0) openLanes_ &= ~(1u << lane);
  }
  lanePending_[l] |= bit;
  askingLanes_ |= 1u << lane;
  laneBanks_[l] |= 1u << bank;
  waiting_[l][static_cast<std::size_t>(bank)] |= bit;
  references_[p][l] = reference;
}

}  // namespace stardust::sim
