// SparseSRAM and SparseParSRAM: random access from contexts, through the shuffle network to banks.
#pragma once

#include <optional>

#include "sim/capstan/access_unit.h"
#include "sim/capstan/index_set.h"
#include "sim/capstan/spmu.h"
#include "sim/engine/fifo.h"

namespace stardust::sim {

/// One or several partitions, each a sparse memory unit. With several, every lane of every accessing body has a queue
/// in front of a switch that takes one access for each lane of each partition in a cycle (input-queued: the head of a
/// queue blocks what is behind it); `laneShift` lets an access move to a neighbouring lane.
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
    std::uint32_t reference;  // port, place of the vector and lane
    std::uint16_t partition;
    std::uint8_t lane, bank;
  };
  struct Queue {                              // of one lane of one port, behind its head
    static constexpr std::size_t depth = 16;  // with the head
    std::array<Access, depth> items;
    std::size_t first = 0, size = 0;
  };
  struct Whole {  // a vector that waits for a place in the window
    std::array<Access, maxLanes> lanes;
    std::size_t count;
    Cycle submitted;
  };
  // What came in a cycle moves on in the next, and room that was made in a cycle can be used in the next, whoever is
  // looked at first.
  struct Port {
    AccessUnit* unit;
    bool waits = false;
    Cycle submittedAt = -1, freedAt = -1;  // the last time something came, and room was made where there was none
    std::uint32_t filled = 0, full = 0;    // lanes whose queue is not empty, is full
    std::uint32_t longer = 0;              // lanes with something behind the head
    std::uint32_t fresh = 0;               // lanes whose queue was empty before `submittedAt`
    std::array<Access, maxLanes> heads{};  // of the queues: what each cycle looks at lies together
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
  std::optional<std::uint32_t> bankMask_;  // where they are a power of two: a division would be most of an access
  std::array<std::vector<std::uint8_t>, maxLanes> ways_;  // lanes that an access of a lane may leave by, best first
  std::array<std::uint32_t, maxLanes> reach_{};           // the same as a set
  std::vector<std::uint32_t> openLanes_;                  // by partition: what can still be taken in this cycle
  std::vector<Port> ports_;
  IndexSet busyPorts_;                  // with something to send
  IndexSet busySpmus_;                  // with accesses that wait for banks
  std::vector<std::uint32_t> refused_;  // ports whose units wait for room
  std::int64_t held_ = 0;
  std::size_t turn_ = 0;
};

}  // namespace stardust::sim
