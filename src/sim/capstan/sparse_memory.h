// SparseSRAM and SparseParSRAM: random access by contexts, through the shuffle network to banks.
#pragma once

#include <optional>

#include "sim/capstan/access_unit.h"
#include "sim/capstan/index_set.h"
#include "sim/capstan/spmu.h"
#include "sim/engine/fifo.h"

namespace stardust::sim {

/// One or several partitions, each a sparse memory unit. With several partitions, each lane of each accessing body has
/// a queue in front of a switch that takes one access per cycle for each lane of each partition. The switch is
/// input-queued: the head of a queue blocks the accesses behind it. `laneShift` lets an access move to a neighbouring
/// lane.
class SparseMemory final : public RandomMemory {
 public:
  SparseMemory(const Chip& chip, capstan::Id memory, bool isOrdered);

  std::uint32_t addPort(AccessUnit& unit) override;
  bool hasRoom(Engine& engine, std::uint32_t port, Cycle now) override;
  void submit(Engine& engine, std::uint32_t port, std::int64_t vector, const std::int32_t* indices, std::size_t lanes,
              Cycle now) override;
  void step(Engine& engine, Cycle now) override;
  bool isDone() const override { return held_ == 0; }
  Activity bottleneck(std::uint32_t port) const override {
    return ports_[port].filled != 0 ? activity::shuffle : activity::bankConflict;
  }
  bool isMoving() const override { return isShuffled_ && busyPorts_.next(0) < ports_.size(); }

 private:
  struct Access {
    std::uint32_t reference;  // port, slot of the vector, and lane
    std::uint16_t partition;
    std::uint8_t lane, bank;
  };
  struct Queue {                              // queue of one lane of one port, without its head
    static constexpr std::size_t depth = 16;  // including the head
    std::array<Access, depth> items;
    std::size_t first = 0, size = 0;
  };
  struct Whole {  // a vector that waits for a slot of the window
    std::array<Access, maxLanes> lanes;
    std::size_t count;
    Cycle submitted;
  };
  // An access moves on in the cycle after it arrived, and a freed place is used in the cycle after it was freed. The
  // result therefore does not depend on the order in which units are visited.
  struct Port {
    AccessUnit* unit;
    bool waits = false;
    Cycle submittedAt = -1, freedAt = -1;  // the last arrival; the last cycle in which a full port got room
    std::uint32_t filled = 0, full = 0;    // lanes with a nonempty, a full queue
    std::uint32_t longer = 0;              // lanes with accesses behind the head
    std::uint32_t fresh = 0;               // lanes whose queue was empty before `submittedAt`
    std::array<Access, maxLanes> heads{};  // heads of the queues, stored together because each cycle reads them
    std::array<Queue, maxLanes> queues{};
    Fifo<Whole> vectors{};
  };
  void push(Port& port, const Access& access);
  void pop(Port& port, std::size_t lane, Cycle now);
  void shuffle(Cycle now);
  bool route(const Access& access);
  void admit(Cycle now);
  void allocate(Engine& engine, Cycle now);
  Access locate(std::uint32_t reference, std::size_t lane, std::uint32_t index) const;

  bool isShuffled_, isSwizzled_;
  std::uint32_t partitions_;  // a power of two
  unsigned partitionBits_;
  std::vector<Spmu> spmus_;
  std::uint32_t banks_;
  std::optional<std::uint32_t> bankMask_;                 // if a power of two: divisions would dominate the cost
  std::array<std::vector<std::uint8_t>, maxLanes> ways_;  // output lanes for each lane, best first
  std::array<std::uint32_t, maxLanes> reach_{};           // the same as a bit set
  std::vector<std::uint32_t> openLanes_;                  // free lanes of this cycle, by partition
  std::vector<Port> ports_;
  IndexSet busyPorts_;                  // ports with accesses to send
  IndexSet busySpmus_;                  // partitions with accesses that wait for banks
  std::vector<std::uint32_t> refused_;  // ports whose units wait for room
  std::int64_t held_ = 0;
  std::size_t turn_ = 0;
};

}  // namespace stardust::sim
