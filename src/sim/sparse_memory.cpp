#include "sim/sparse_memory.h"

#include <algorithm>
#include <bit>

namespace stardust::sim {

SparseMemory::SparseMemory(const capstan::Mapping& mapping, capstan::Id memory, const capstan::Machine& machine,
                           bool isOrdered)
    : banks_(static_cast<std::uint32_t>(machine.pmu.banks)) {
  const auto& m = mapping.memories[memory];
  isSwizzled_ = m.kind == spatial::MemoryKind::SparseParSramSwizzle;
  partitions_ = m.kind == spatial::MemoryKind::SparseSram ? 1 : std::bit_ceil(m.par);
  partitionBits_ = static_cast<unsigned>(std::countr_zero(partitions_));
  isShuffled_ = partitions_ > 1;
  auto unit = machine;
  if (isOrdered) unit.spmu.window = 1;  // one vector after the other
  for (std::uint32_t i = 0; i < partitions_; ++i) spmus_.emplace_back(unit, !isShuffled_);
  openLanes_.resize(partitions_);
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
  busy_.resize((ports_.size() + 63) / 64);
  return static_cast<std::uint32_t>(ports_.size() - 1);
}

bool SparseMemory::hasRoom(Engine& engine, std::uint32_t port, Cycle now) {
  auto& p = ports_[port];
  const bool isFreed = p.freedAt == now;  // there is room in the next cycle
  if (isFreed) engine.wake(p.unit->id, now + 1);
  const bool isFull = isFreed || (isShuffled_ ? p.full != 0 : p.vectors.size() >= waitingVectors);
  if (isFull && !p.waits) refused_.push_back(port);
  p.waits = isFull;
  return !isFull;
}

void SparseMemory::setBusy(std::size_t port, bool isBusy) {
  const auto bit = std::uint64_t{1} << port % 64;
  busy_[port / 64] = isBusy ? busy_[port / 64] | bit : busy_[port / 64] & ~bit;
}

std::size_t SparseMemory::nextBusy(std::size_t from) const {
  for (auto word = from / 64; word < busy_.size(); ++word) {
    const auto rest = word == from / 64 ? busy_[word] >> from % 64 << from % 64 : busy_[word];
    if (rest != 0) return word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
  }
  return ports_.size();
}

/// Partition and bank of a word: low bits first, mixed with the higher ones where the memory is swizzled.
SparseMemory::Access SparseMemory::locate(std::uint32_t reference, std::size_t lane, std::uint32_t index) const {
  const auto mixed = isSwizzled_ ? index ^ index >> 4 ^ index >> 8 ^ index >> 12 : index;
  return {reference, static_cast<std::uint16_t>(mixed & (partitions_ - 1)), static_cast<std::uint8_t>(lane),
          static_cast<std::uint8_t>((index >> partitionBits_) % banks_)};
}

void SparseMemory::push(Port& port, const Access& access) {
  auto& queue = port.queues[access.lane];
  if (queue.size == 0) {
    port.heads[access.lane] = access;
    port.filled |= 1u << access.lane;
    port.fresh |= 1u << access.lane;
  }
  queue.items[(queue.head + queue.size++) % Queue::depth] = access;
  if (queue.size == Queue::depth) port.full |= 1u << access.lane;
}

void SparseMemory::pop(Port& port, std::size_t lane, Cycle now) {
  auto& queue = port.queues[lane];
  queue.head = (queue.head + 1) % Queue::depth;
  if (queue.size == Queue::depth) port.freedAt = now;
  port.full &= ~(1u << lane);
  if (--queue.size == 0) {
    port.filled &= ~(1u << lane);
  } else {
    port.heads[lane] = queue.items[queue.head];
  }
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
  setBusy(port, true);
  engine.wake(id, now + 1);
}

bool SparseMemory::route(const Access& access) {
  auto& open = openLanes_[access.partition];
  if ((open & reach_[access.lane]) == 0) return false;
  const auto& ways = ways_[access.lane];
  const auto to = *std::find_if(ways.begin(), ways.end(), [&](std::uint8_t way) { return open >> way & 1; });
  open &= ~(1u << to);
  spmus_[access.partition].add(to, access.bank, access.reference);
  return true;
}

void SparseMemory::shuffle(Cycle now) {
  for (std::uint32_t i = 0; i < partitions_; ++i) openLanes_[i] = spmus_[i].lanesWithPlace();
  const auto first = turn_ % ports_.size();
  const auto send = [&](std::size_t from, std::size_t to) {
    for (auto number = nextBusy(from); number < to; number = nextBusy(number + 1)) {
      auto& port = ports_[number];
      for (auto rest = port.submittedAt == now ? port.filled & ~port.fresh : port.filled; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        if (route(port.heads[lane])) pop(port, lane, now);
      }
      if (port.filled == 0) setBusy(number, false);
    }
  };
  send(first, ports_.size());
  send(0, first);
  ++turn_;
}

/// One vector a cycle enters the window of a memory without shuffle network.
void SparseMemory::admit(Cycle now) {
  if (!spmus_[0].hasPlace()) return;
  const auto find = [&](std::size_t from, std::size_t to) {
    auto number = nextBusy(from);
    while (number < to && ports_[number].vectors.front().submitted == now) number = nextBusy(number + 1);
    return number;
  };
  const auto first = turn_ % ports_.size();
  auto number = find(first, ports_.size());
  if (number == ports_.size()) number = find(0, first);
  if (number == ports_.size() || ports_[number].vectors.front().submitted == now) return;
  auto& port = ports_[number];
  const auto& whole = port.vectors.front();
  spmus_[0].beginVector();
  for (std::size_t j = 0; j < whole.count; ++j) {
    const auto& a = whole.lanes[j];
    spmus_[0].add(a.lane, a.bank, a.reference);
  }
  if (port.vectors.size() >= waitingVectors) port.freedAt = now;
  port.vectors.pop();
  if (port.vectors.empty()) setBusy(number, false);
  turn_ = number + 1;
}

void SparseMemory::step(Engine& engine, Cycle now) {
  if (isShuffled_) {
    shuffle(now);
  } else {
    admit(now);
  }
  for (auto& spmu : spmus_) {
    if (spmu.isEmpty()) continue;
    spmu.allocate([&](std::uint32_t reference) {
      --held_;
      const auto vector = reference / maxLanes;
      ports_[vector / AccessUnit::inFlight].unit->granted(engine, vector % AccessUnit::inFlight, now);
    });
  }
  for (const auto port : refused_) {
    engine.wake(ports_[port].unit->id, now + 1);
    ports_[port].waits = false;
  }
  refused_.clear();
  if (held_ > 0) engine.wake(id, now + 1);
}

}  // namespace stardust::sim
