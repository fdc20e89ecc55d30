// Compute contexts, reads of an SRAM, and joins of tokens.
#pragma once

#include <deque>

#include "sim/loop_unit.h"

namespace stardust::sim {

/// What a compute context writes into SRAMs passes through its pipeline and waits in front of the memory, as many
/// vectors as a FIFO holds, until the buffer is free: it computes the next tile while readers hold the last one.
class ContextUnit final : public LoopUnit {
 public:
  ContextUnit(const capstan::Mapping& mapping, capstan::Id context, const Arguments& arguments, Cycle latency,
              const capstan::Machine::Fifo& fifo);
  void step(Engine& engine, Cycle now) override;
  std::map<std::string, Word> argumentsOut;

 protected:
  bool accepts(Engine& engine, Cycle now) override;
  void fire(Engine& engine, Cycle now) override;
  void settle(Engine& engine, Cycle now, bool isFiring) override;
  bool drained() const override { return arriving_.empty(); }

 private:
  struct Words {
    Vector index, value;
    std::uint32_t lanes = 0, epoch = 0;  ///< lanes: a bit for each that writes
  };
  /// The end of a firing, or of an iteration without any, on its way to the memories.
  struct Arrival {
    Cycle at;
    capstan::Id closes, depth;
    bool hasWords;
  };
  void readSram(Engine& engine);
  void keep(const Engine& engine, const capstan::SramWrite& write);
  bool write(Engine& engine, Cycle now);
  void noteBlocked(Engine& engine, Cycle now);

  const std::size_t room_;       // firings between the computation and the memories
  std::deque<Arrival> arriving_;
  std::deque<Words> words_;  // of the arrivals that have some: one for each write of the context
};

}  // namespace stardust::sim
