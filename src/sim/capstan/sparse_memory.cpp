#include "sim/capstan/sparse_memory.h"

#include <algorithm>
#include <bit>

namespace stardust::sim {

SparseMemory::SparseMemory(const Chip& chip, capstan::Id memory, bool isOrdered)
    : banks_(static_cast<std::uint32_t>(chip.machine.pmu.banks)) {
  if (std::has_single_bit(banks_)) bankMask_ = banks_ - 1;
  const auto& machine = chip.machine;
  const auto& m = chip.mapping.memories[memory];
  isSwizzled_ = m.kind == spatial::MemoryKind::SparseParSramSwizzle;
  partitions_ = m.kind == spatial::MemoryKind::SparseSram ? 1 : std::bit_ceil(m.par);
  partitionBits_ = static_cast<unsigned>(std::countr_zero(partitions_));
  isShuffled_ = partitions_ > 1;
  auto unit = machine;
  if (isOrdered) unit.spmu.window = 1;  // one vector at a time
  for (std::uint32_t i = 0; i < partitions_; ++i) spmus_.emplace_back(unit, !isShuffled_);
  for (const auto& spmu : spmus_) openLanes_.push_back(spmu.lanesWithPlace());
  busySpmus_ = IndexSet(partitions_);
  const int lanes = machine.pcu.lanes;
  const int shifts = machine.shuffle.laneShift < 0 ? lanes : std::min(lanes, 2 * machine.shuffle.laneShift + 1);
  for (int lane = 0; lane < lanes; ++lane) {
    for (int i = 0; i < shifts; ++i) {
      const int shift = i % 2 ? (i + 1) / 2 : -(i / 2);
      const int to = (lane + shift + lanes) % lanes;
      ways_[static_cast<std::size_t>(lane)].push_back(static_cast<std::uint8_t>(to));
      reach_[static_cast<std::size_t>(lane)] |= 1u << to;
    }
  }
}

std::uint32_t SparseMemory::addPort(AccessUnit& unit) {
  ports_.push_back({&unit});
  busyPorts_ = IndexSet(ports_.size());
  return static_cast<std::uint32_t>(ports_.size() - 1);
}

bool SparseMemory::hasRoom(Engine& engine, std::uint32_t port, Cycle now) {
  auto& p = ports_[port];
  const bool isFreed = p.freedAt == now;  // the room can be used from the next cycle on
  if (isFreed) engine.wake(p.unit->id, now + 1);
  const bool isFull = isFreed || (isShuffled_ ? p.full != 0 : p.vectors.size() >= waitingVectors);
  if (isFull && !p.waits) refused_.push_back(port);
  p.waits = isFull;
  return !isFull;
}

/// Partition and bank of a word: the low bits, mixed with higher ones if the memory is swizzled.
SparseMemory::Access SparseMemory::locate(std::uint32_t reference, std::size_t lane, std::uint32_t index) const {
  const auto mixed = isSwizzled_ ? index ^ index >> 4 ^ index >> 8 ^ index >> 12 : index;
  const auto word = index >> partitionBits_;
  return {reference, static_cast<std::uint16_t>(mixed & (partitions_ - 1)), static_cast<std::uint8_t>(lane),
          static_cast<std::uint8_t>(bankMask_ ? word & *bankMask_ : word % banks_)};
}

inline void SparseMemory::push(Port& port, const Access& access) {
  const auto lane = 1u << access.lane;
  if ((port.filled & lane) == 0) {
    port.heads[access.lane] = access;
    port.filled |= lane;
    port.fresh |= lane;
    return;
  }
  auto& queue = port.queues[access.lane];
  queue.items[(queue.first + queue.size++) % Queue::depth] = access;
  port.longer |= lane;
  if (queue.size == Queue::depth - 1) port.full |= lane;
}

inline void SparseMemory::pop(Port& port, std::size_t number, Cycle now) {
  const auto lane = 1u << number;
  if ((port.longer & lane) == 0) {
    port.filled &= ~lane;
    return;
  }
  if ((port.full & lane) != 0) port.freedAt = now;
  port.full &= ~lane;
  auto& queue = port.queues[number];
  port.heads[number] = queue.items[queue.first];
  queue.first = (queue.first + 1) % Queue::depth;
  if (--queue.size == 0) port.longer &= ~lane;
}

void SparseMemory::submit(Engine& engine, std::uint32_t port, std::int64_t vector, const std::int32_t* indices,
                          std::size_t lanes, Cycle now) {
  Whole whole;
  whole.count = 0;
  whole.submitted = now;
  auto& p = ports_[port];
  p.submittedAt = now;
  p.fresh = 0;
  const auto place = static_cast<std::uint32_t>(vector) % AccessUnit::inFlight;
  const auto reference = static_cast<std::uint32_t>((port * AccessUnit::inFlight + place) * maxLanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (indices[lane] < 0) continue;
    const auto access =
        locate(reference + static_cast<std::uint32_t>(lane), lane, static_cast<std::uint32_t>(indices[lane]));
    ++held_;
    if (isShuffled_) {
      push(p, access);
    } else {
      whole.lanes[whole.count++] = access;
    }
  }
  if (whole.count > 0) p.vectors.push(whole);
  busyPorts_.add(port);
  engine.wake(id, now + 1);
}

inline bool SparseMemory::route(const Access& access) {
  auto& open = openLanes_[access.partition];
  if ((open & reach_[access.lane]) == 0) return false;
  const auto isOpen = [&](std::uint8_t way) { return (open >> way & 1) != 0; };
  const auto& ways = ways_[access.lane];
  const auto to =
      isOpen(access.lane) ? access.lane : *std::find_if(ways.begin(), ways.end(), isOpen);  // its own lane is preferred
  open &= ~(1u << to);
  spmus_[access.partition].add(to, access.bank, access.reference);
  busySpmus_.add(access.partition);
  return true;
}

inline void SparseMemory::shuffle(Cycle now) {
  const auto first = turn_ % ports_.size();
  const auto send = [&](std::size_t from, std::size_t to) {
    for (auto number = busyPorts_.next(from); number < to; number = busyPorts_.next(number + 1)) {
      auto& port = ports_[number];
      for (auto rest = port.submittedAt == now ? port.filled & ~port.fresh : port.filled; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        if (route(port.heads[lane])) pop(port, lane, now);
      }
      if (port.filled == 0) busyPorts_.remove(number);
    }
  };
  send(first, ports_.size());
  send(0, first);
  ++turn_;
}

/// Admits one vector per cycle to the window of a memory without shuffle network.
inline void SparseMemory::admit(Cycle now) {
  if (!spmus_[0].hasPlace()) return;
  const auto find = [&](std::size_t from, std::size_t to) {
    auto number = busyPorts_.next(from);
    while (number < to && ports_[number].vectors.front().submitted == now) number = busyPorts_.next(number + 1);
    return number;
  };
  const auto first = turn_ % ports_.size();
  auto number = find(first, ports_.size());
  if (number == ports_.size()) number = find(0, first);
  if (number == ports_.size() || ports_[number].vectors.front().submitted == now) return;
  auto& port = ports_[number];
  const auto& whole = port.vectors.front();
  busySpmus_.add(0);
  spmus_[0].beginVector();
  for (std::size_t j = 0; j < whole.count; ++j) {
    const auto& a = whole.lanes[j];
    spmus_[0].add(a.lane, a.bank, a.reference);
  }
  if (port.vectors.size() >= waitingVectors) port.freedAt = now;
  port.vectors.pop();
  if (port.vectors.empty()) busyPorts_.remove(number);
  turn_ = number + 1;
}

inline void SparseMemory::allocate(Engine& engine, Cycle now) {
  for (auto number = busySpmus_.next(0); number < spmus_.size(); number = busySpmus_.next(number + 1)) {
    auto& spmu = spmus_[number];
    spmu.allocate([&](std::uint32_t reference) {
      --held_;
      const auto vector = reference / maxLanes;
      ports_[vector / AccessUnit::inFlight].unit->granted(engine, vector % AccessUnit::inFlight, now);
    });
    openLanes_[number] = spmu.lanesWithPlace();
    if (spmu.isEmpty()) busySpmus_.remove(number);
  }
}

void SparseMemory::step(Engine& engine, Cycle now) {
  if (isShuffled_) {
    shuffle(now);
  } else {
    admit(now);
  }
  allocate(engine, now);
  for (const auto port : refused_) {
    engine.wake(ports_[port].unit->id, now + 1);
    ports_[port].waits = false;
  }
  refused_.clear();
  if (held_ > 0) engine.wake(id, now + 1);
}

}  // namespace stardust::sim
