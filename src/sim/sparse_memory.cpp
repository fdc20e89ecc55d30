#include "sim/sparse_memory.h"

#include <algorithm>
#include <bit>

namespace stardust::sim {

namespace {

constexpr std::size_t waitingVectors = 4;  // of a port, in front of the window

}  // namespace

SparseMemory::SparseMemory(const capstan::Mapping& mapping, capstan::Id memory, const capstan::Machine& machine,
                           bool isOrdered)
    : machine_(machine) {
  const auto& m = mapping.memories[memory];
  isSwizzled_ = m.kind == spatial::MemoryKind::SparseParSramSwizzle;
  partitions_ = m.kind == spatial::MemoryKind::SparseSram ? 1 : std::bit_ceil(m.par);
  partitionBits_ = static_cast<unsigned>(std::countr_zero(partitions_));
  isShuffled_ = partitions_ > 1;
  auto unit = machine;
  if (isOrdered) unit.spmu.window = 1;  // one vector after the other
  for (std::uint32_t i = 0; i < partitions_; ++i) spmus_.emplace_back(unit, !isShuffled_);
  lanesTaken_.resize(partitions_);
}

std::uint32_t SparseMemory::addPort(AccessUnit& unit) {
  ports_.push_back({&unit, false, {}, {}});
  return static_cast<std::uint32_t>(ports_.size() - 1);
}

bool SparseMemory::hasRoom(Engine&, std::uint32_t port, Cycle) {
  auto& p = ports_[port];
  p.waits = isShuffled_ ? std::any_of(p.queues.begin(), p.queues.end(),
                                      [](const Queue& queue) { return queue.size == Queue::depth; })
                        : p.vectors.size() >= waitingVectors;
  return !p.waits;
}

std::uint32_t SparseMemory::newAccess(const Access& access) {
  ++held_;
  if (free_.empty()) {
    accesses_.push_back(access);
    return static_cast<std::uint32_t>(accesses_.size() - 1);
  }
  const auto number = free_.back();
  free_.pop_back();
  accesses_[number] = access;
  return number;
}

/// Partition and bank of a word: low bits first, mixed with the higher ones where the memory is swizzled.
void SparseMemory::locate(Access& access, std::uint32_t index) const {
  const auto mixed = isSwizzled_ ? index ^ index >> 4 ^ index >> 8 ^ index >> 12 : index;
  access.partition = static_cast<std::uint16_t>(mixed & (partitions_ - 1));
  access.bank = static_cast<std::uint8_t>((index >> partitionBits_) % static_cast<std::uint32_t>(machine_.pmu.banks));
}

void SparseMemory::submit(Engine& engine, std::uint32_t port, std::int64_t vector, const std::int32_t* indices,
                          std::size_t lanes, Cycle now) {
  Whole whole{{}, 0};
  auto& p = ports_[port];
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (indices[lane] < 0) continue;
    Access access{port, vector, static_cast<std::uint8_t>(lane), 0, 0};
    locate(access, static_cast<std::uint32_t>(indices[lane]));
    const auto number = newAccess(access);
    if (isShuffled_) {
      auto& queue = p.queues[lane];
      queue.items[(queue.head + queue.size++) % Queue::depth] = number;
    } else {
      whole.lanes[whole.count++] = number;
    }
  }
  if (whole.count > 0) p.vectors.push_back(whole);
  engine.wake(id, now + 1);
}

bool SparseMemory::route(std::uint32_t access, int lane) {
  const auto& a = accesses_[access];
  const int lanes = machine_.pcu.lanes;
  const int shifts = machine_.shuffle.laneShift < 0 ? lanes : 2 * machine_.shuffle.laneShift + 1;
  for (int i = 0; i < shifts && i < lanes; ++i) {
    const int shift = i % 2 ? (i + 1) / 2 : -(i / 2);
    const int to = (lane + shift + lanes) % lanes;
    if (lanesTaken_[a.partition] >> to & 1) continue;
    if (!spmus_[a.partition].hasPlace(to)) continue;
    lanesTaken_[a.partition] |= 1u << to;
    spmus_[a.partition].add(to, a.bank, access);
    return true;
  }
  return false;
}

void SparseMemory::shuffle() {
  std::fill(lanesTaken_.begin(), lanesTaken_.end(), 0u);
  const auto ports = ports_.size();
  for (std::size_t i = 0; i < ports; ++i) {
    auto& port = ports_[(turn_ + i) % ports];
    for (int lane = 0; lane < machine_.pcu.lanes; ++lane) {
      auto& queue = port.queues[static_cast<std::size_t>(lane)];
      if (queue.size == 0 || !route(queue.items[queue.head], lane)) continue;
      queue.head = (queue.head + 1) % Queue::depth;
      --queue.size;
    }
  }
  ++turn_;
}

/// One vector a cycle enters the window of a memory without shuffle network.
void SparseMemory::admit() {
  if (!spmus_[0].hasPlace()) return;
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    auto& port = ports_[(turn_ + i) % ports_.size()];
    if (port.vectors.empty()) continue;
    const auto& whole = port.vectors.front();
    spmus_[0].beginVector();
    for (std::size_t j = 0; j < whole.count; ++j) {
      const auto& a = accesses_[whole.lanes[j]];
      spmus_[0].add(a.lane, a.bank, whole.lanes[j]);
    }
    port.vectors.pop_front();
    turn_ += i + 1;
    return;
  }
}

void SparseMemory::step(Engine& engine, Cycle now) {
  if (isShuffled_) {
    shuffle();
  } else {
    admit();
  }
  for (auto& spmu : spmus_) {
    if (spmu.isEmpty()) continue;
    spmu.allocate([&](std::uint32_t access) {
      const auto a = accesses_[access];
      free_.push_back(access);
      --held_;
      ports_[a.port].unit->granted(engine, a.vector, a.lane, now);
    });
  }
  for (const auto& port : ports_) {
    if (port.waits) engine.wake(port.unit->id, now + 1);
  }
  if (held_ > 0) engine.wake(id, now + 1);
}

}  // namespace stardust::sim
