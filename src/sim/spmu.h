// The scheduler of a sparse memory unit: which of the waiting accesses go to which bank in a cycle.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "capstan/machine.h"

namespace stardust::sim {

/// A window of vectors whose lanes access banks at random: each cycle a separable allocator of a few iterations grants
/// at most one access to each lane and each bank; vectors in the older classes ask first.
class Spmu {
 public:
  /// inOrder: vectors enter whole, and their places become free in order of arrival. Otherwise each lane has `window`
  /// places of its own, and no ages: what a shuffle network delivers.
  Spmu(const capstan::Machine& machine, bool inOrder);

  bool isEmpty() const { return pending_ == 0; }
  /// inOrder: whether a vector may enter.
  bool hasPlace() const { return used_ < window_; }
  /// inOrder: begins a vector; its lanes follow.
  void beginVector();
  bool hasPlace(int lane) const { return laneFree_[static_cast<std::size_t>(lane)] != 0; }
  void add(int lane, int bank, std::uint32_t reference);

  /// One cycle; calls granted(reference) for each access.
  template <class Granted>
  void allocate(Granted&& granted) {
    choose();
    for (const auto reference : grants_) granted(reference);
  }

 private:
  static constexpr std::size_t maxLanes = 16;
  void choose();
  void grant(int lane, int bank, std::uint64_t candidates);
  std::uint32_t banksOf(int lane, std::uint64_t slots) const;
  std::uint64_t oldSlots() const;

  int lanes_, banks_, window_, iterations_, classes_;
  bool inOrder_;
  int head_ = 0, used_ = 0;
  std::int64_t pending_ = 0;
  std::uint32_t cycle_ = 0;
  std::array<std::uint64_t, maxLanes> laneFree_{}, lanePending_{};  // places
  std::array<std::uint32_t, maxLanes> laneBanks_{};                 // banks that some place of the lane waits for
  std::array<std::array<std::uint64_t, 32>, maxLanes> waiting_{};   // places, by lane and bank
  std::vector<std::array<std::uint32_t, maxLanes>> references_;     // by place and lane
  std::vector<std::array<std::uint8_t, maxLanes>> bankOf_;
  std::vector<int> left_;                                       // accesses of the vector in a place
  std::array<std::uint32_t, 32> proposals_{}, oldProposals_{};  // lanes, by bank
  std::vector<std::uint32_t> grants_;
};

}  // namespace stardust::sim
