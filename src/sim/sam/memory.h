// The memory behind scanners and arrays, on a machine that has one.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "sim/sam/unit.h"

namespace stardust::sim_sam {

/// One port for all units: accesses are served in the order of their cycles, at its bandwidth.
class Memory {
 public:
  explicit Memory(const sam::Machine& machine) : parameters_(machine.memory), exists_(machine.hasMemory()) {}
  bool exists() const { return exists_; }
  const sam::Machine::Memory& parameters() const { return parameters_; }
  std::int64_t bytes() const { return bytes_; }
  /// The cycle in which a line that is asked for now is there.
  Cycle access(Cycle now) {
    bytes_ += parameters_.lineBytes;
    if (parameters_.bytesPerCycle > 0) {
      free_ = std::max(free_, static_cast<double>(now)) + parameters_.lineBytes / parameters_.bytesPerCycle;
      return static_cast<Cycle>(std::ceil(free_)) + parameters_.latency;
    }
    return now + parameters_.latency;
  }

 private:
  sam::Machine::Memory parameters_;
  bool exists_;
  double free_ = 0;
  std::int64_t bytes_ = 0;
};

/// A unit that reads memory: its tokens leave in order, each when its word is there.
class MemoryUnit : public Unit {
 public:
  explicit MemoryUnit(Memory& memory) : memory_(memory) {
    if (memory.exists()) lines_.assign(static_cast<std::size_t>(memory.parameters().bufferLines), -1);
  }
  int step() final;
  bool countsTakes() const final { return false; }

 protected:
  /// A step without time for the memory.
  virtual int advance() = 0;
  /// Gives a token on each output. `byte`: the place of the word that it needs, or -1.
  void deliver(const Token& first, const Token& second, std::int64_t byte);

 private:
  struct Pending {
    Cycle ready;
    Token tokens[2];
  };
  Cycle readyAt(std::int64_t byte);

  Memory& memory_;
  std::vector<std::int64_t> lines_;  // of the buffer: the line that each place holds
  std::deque<Pending> pending_;
  int underWay_ = 0;         // accesses whose tokens have not left
  bool isComplete_ = false;  // D waits behind accesses
};

}  // namespace stardust::sim_sam
