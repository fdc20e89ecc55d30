// Compute contexts, reads of an SRAM, and joins of tokens.
#pragma once

#include "sim/capstan/loop_unit.h"
#include "sim/capstan/write_watch.h"
#include "sim/engine/fifo.h"

namespace stardust::sim {

/// Lanes whose addresses are computed at run time conflict at the banks of an SRAM, for reads and for writes: a vector
/// holds its port for as many cycles as the busiest bank has different words.
///
/// A value that is used many units after its definition waits in the FIFO of the unit that uses it. The FIFO's depth
/// bounds the firings that may begin in that time.
///
/// A read that knows which words its iteration will write waits for these words only (`Context::willWrite`).
///
/// The SRAM writes of a compute context pass through its pipeline, and wait in front of the memory until the buffer is
/// free, up to the depth of a FIFO. The context computes the next tile while readers hold the last one.
class ContextUnit final : public LoopUnit {
 public:
  ContextUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency);
  void step(Engine& engine, Cycle now) override;
  std::map<std::string, Word> argumentsOut;
  std::optional<Activity> ownWait() const override;
  Cause cause() const override { return ownWait() ? Cause::Sram : LoopUnit::cause(); }

 protected:
  bool accepts(Engine& engine, Cycle now) override;
  void fire(Engine& engine, Cycle now) override;
  void settle(Engine& engine, Cycle now, bool isFiring) override;
  bool drained() const override { return arriving_.empty(); }

 private:
  struct Words {
    Vector index, value;
    std::uint32_t lanes = 0, epoch = 0;  ///< lanes: bit mask of the lanes that write
  };
  /// The end of a firing, or of an empty iteration, on its way to the memories.
  struct Arrival {
    Cycle at;
    capstan::Id closes, depth;
    bool hasWords;
    Cycle conflictCycles;  // extra cycles for bank conflicts
  };
  void readSram();
  void announceWrites();
  void keep(const capstan::SramWrite& write);
  Cycle conflictCycles(const Vector& index, std::uint32_t lanes) const;
  bool write(Engine& engine, Cycle now);
  bool areWordsThere(Engine& engine, Cycle now);
  bool hasPlace(Cycle now) const { return begun_.size() < fifo_ || begun_.front() + slack_ <= now; }
  void noteBlocked(Engine& engine, Cycle now);
  bool isStillFull(Engine& engine, Cycle now);

  const std::size_t banks_;
  const bool meetsInBanks_;       // the lanes of an SRAM read may conflict
  std::vector<bool> writesMeet_;  // whether the lanes of each write may conflict
  Cycle conflictCycles_ = 0;      // extra cycles for bank conflicts of this firing
  Cycle freeAt_ = 0;              // the first cycle in which its port is free
  const std::size_t fifo_;        // depth of the FIFO in front of a unit, in firings
  const Cycle slack_;             // cycles that the longest-lived value waits there; 0 if a FIFO covers them
  Fifo<Cycle> begun_;             // start cycles of the last `fifo_` firings, if there is slack
  const std::size_t room_;        // capacity, in firings, between the computation and the memories
  Fifo<Arrival> arriving_;
  Fifo<Words> words_;  // one entry for each write of the context, in the order of the arrivals that write
  WriteWatch watch_;   // used by reads
};

}  // namespace stardust::sim
