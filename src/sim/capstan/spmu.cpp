#include "sim/capstan/spmu.h"

#include <algorithm>
#include <bit>

#include "support/diagnostic.h"

namespace stardust::sim {
namespace {

/// The first set bit at or after `from`, with wrap-around.
template <class Mask>
int firstFrom(Mask mask, int from) {
  const Mask upper = mask >> from << from;
  return std::countr_zero(upper ? upper : mask);
}

}  // namespace

Spmu::Spmu(const capstan::Machine& machine, bool inOrder)
    : lanes_(machine.pcu.lanes),
      banks_(machine.pmu.banks),
      window_(machine.spmu.window),
      iterations_(machine.spmu.allocatorIterations),
      classes_(machine.spmu.priorityClasses),
      inOrder_(inOrder) {
  if (lanes_ > static_cast<int>(maxLanes) || banks_ > static_cast<int>(maxBanks) || window_ > 64) {
    failUnsupported("a sparse memory unit has at most 16 lanes, 32 banks and a window of 64 vectors");
  }
  openLanes_ = (1u << lanes_) - 1;
  const auto all = window_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << window_) - 1;
  laneFree_.fill(all);
  for (std::size_t bank = 0; bank < maxBanks; ++bank) laneOffset_[bank] = static_cast<int>(bank) % lanes_;
  for (std::size_t lane = 0; lane < maxLanes; ++lane) {
    bankOffset_[lane] = static_cast<int>(lane) * 5 % banks_;
  }
  references_.resize(static_cast<std::size_t>(window_));
  bankOf_.resize(static_cast<std::size_t>(window_));
  left_.resize(static_cast<std::size_t>(window_));
}

std::uint64_t Spmu::oldSlots() const {
  std::uint64_t old = 0;
  for (int i = 0; i < std::min(used_, window_ / classes_); ++i) old |= std::uint64_t{1} << (head_ + i) % window_;
  return old;
}

std::uint32_t Spmu::banksOf(int lane, std::uint64_t slots) const {
  const auto l = static_cast<std::size_t>(lane);
  std::uint32_t banks = 0;
  for (auto rest = lanePending_[l] & slots; rest != 0; rest &= rest - 1) {
    banks |= 1u << bankOf_[static_cast<std::size_t>(std::countr_zero(rest))][l];
  }
  return banks;
}

inline void Spmu::grant(int lane, int bank, std::uint64_t candidates) {
  const auto l = static_cast<std::size_t>(lane);
  auto& waiting = waiting_[l][static_cast<std::size_t>(bank)];
  const auto among = waiting & candidates ? waiting & candidates : waiting;
  const int place = firstFrom(among, firstPlace_);
  const auto bit = std::uint64_t{1} << place;
  waiting &= ~bit;
  if (waiting == 0) laneBanks_[l] &= ~(1u << bank);
  lanePending_[l] &= ~bit;
  if (lanePending_[l] == 0) askingLanes_ &= ~(1u << lane);
  if (inOrder_) {
    --left_[static_cast<std::size_t>(place)];
  } else {
    laneFree_[l] |= bit;
    openLanes_ |= 1u << lane;
  }
  grants_[grantCount_++] = references_[static_cast<std::size_t>(place)][l];
}

/// The bank that a lane requests, from a nonempty set.
inline int Spmu::choice(int lane, std::uint32_t wanted) const {
  const int start = firstBank_ + bankOffset_[static_cast<std::size_t>(lane)];
  return firstFrom(wanted, start < banks_ ? start : start - banks_);
}

/// Lets every free lane request one free bank. Returns the requested banks.
inline std::uint32_t Spmu::propose(std::uint32_t freeLanes, std::uint32_t freeBanks) {
  std::uint32_t proposed = 0;
  for (auto rest = freeLanes & askingLanes_; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const auto l = static_cast<std::size_t>(lane);
    const auto fromOld = oldBanks_[l] & freeBanks;
    const auto wanted = fromOld ? fromOld : laneBanks_[l] & freeBanks;
    if (wanted == 0) continue;
    const int bank = choice(lane, wanted);
    const auto b = static_cast<std::size_t>(bank);
    proposed |= 1u << bank;
    proposals_[b] |= 1u << lane;
    oldProposals_[b] |= (fromOld ? 1u : 0u) << lane;
  }
  return proposed;
}

/// Grants at most one access to each lane and each bank; `old`: slots that have priority.
inline void Spmu::match(std::uint64_t old) {
  std::uint32_t freeLanes = (1u << lanes_) - 1;
  std::uint32_t freeBanks = banks_ == 32 ? ~0u : (1u << banks_) - 1;
  for (int iteration = 0; iteration < iterations_ && (freeLanes & askingLanes_) != 0; ++iteration) {
    const auto proposed = propose(freeLanes, freeBanks);
    if (proposed == 0) break;
    for (auto rest = proposed; rest != 0; rest &= rest - 1) {
      const int bank = std::countr_zero(rest);
      const auto b = static_cast<std::size_t>(bank);
      const auto among = oldProposals_[b] ? oldProposals_[b] : proposals_[b];
      proposals_[b] = oldProposals_[b] = 0;
      const int first = firstLane_ + laneOffset_[b];
      const int lane = firstFrom(among, first < lanes_ ? first : first - lanes_);
      grant(lane, bank, old);
      freeLanes &= ~(1u << lane);
      freeBanks &= ~(1u << bank);
    }
  }
}

// Rotates the priorities of lanes, banks and slots each cycle; banks rotate by different amounts than their neighbours.
inline void Spmu::turn() {
  const auto next = [](int at, int by, int end) { return at + by < end ? at + by : (at + by) % end; };
  firstLane_ = next(firstLane_, 1, lanes_);
  firstBank_ = next(firstBank_, 7, banks_);
  firstPlace_ = inOrder_ ? head_ : next(firstPlace_, 1, window_);
}

void Spmu::choose() {
  grantCount_ = 0;
  turn();
  const bool aged = inOrder_ && classes_ > 1;
  const auto old = aged ? oldSlots() : ~std::uint64_t{0};
  if (aged) {
    for (int lane = 0; lane < lanes_; ++lane) oldBanks_[static_cast<std::size_t>(lane)] = banksOf(lane, old);
  }
  if (std::has_single_bit(askingLanes_)) {  // no competition, the usual case behind a shuffle network
    const int lane = std::countr_zero(askingLanes_);
    const auto l = static_cast<std::size_t>(lane);
    grant(lane, choice(lane, oldBanks_[l] ? oldBanks_[l] : laneBanks_[l]), old);
  } else {
    match(old);
  }
  while (inOrder_ && used_ > 0 && left_[static_cast<std::size_t>(head_)] == 0) {
    head_ = (head_ + 1) % window_;
    --used_;
  }
}

}  // namespace stardust::sim
