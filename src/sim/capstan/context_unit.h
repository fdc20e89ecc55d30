// Compute contexts, reads of an SRAM, and joins of tokens.
#pragma once

#include "sim/capstan/loop_unit.h"
#include "sim/capstan/write_watch.h"
#include "sim/engine/fifo.h"

namespace stardust::sim {

/// Lanes whose addresses are known only now take turns at the banks of an SRAM, whether they read or write: a vector
/// holds its port as many cycles as the busiest bank has different words. A value that is used again, many units later
/// than where it comes from, waits in the FIFO in front of that unit, in which there is room for so many firings: they
/// begin no faster than that. A read that knows what its iteration will write waits for those words only
/// (`Context::willWrite`). What a compute context writes into SRAMs passes through its pipeline and waits in front of
/// the memory, as many vectors as a FIFO holds, until the buffer is free: it computes the next tile while readers hold
/// the last one.
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
    std::uint32_t lanes = 0, epoch = 0;  ///< lanes: a bit for each that writes
  };
  /// The end of a firing, or of an iteration without any, on its way to the memories.
  struct Arrival {
    Cycle at;
    capstan::Id closes, depth;
    bool hasWords;
    Cycle turns;  // at the banks beyond the first
  };
  void readSram();
  void foresee();
  void keep(const capstan::SramWrite& write);
  Cycle turnsOf(const Vector& index, std::uint32_t lanes) const;
  bool write(Engine& engine, Cycle now);
  bool areWordsThere(Engine& engine, Cycle now);
  bool hasPlace(Cycle now) const { return begun_.size() < fifo_ || begun_.front() + slack_ <= now; }
  void noteBlocked(Engine& engine, Cycle now);
  bool isStillFull(Engine& engine, Cycle now);

  const std::size_t banks_;
  const bool meetsInBanks_;       // the lanes of an SRAM read may
  std::vector<bool> writesMeet_;  // those of each write
  Cycle turns_ = 0;               // of this firing at the banks, beyond the first
  Cycle freeAt_ = 0;              // when its port may be used again
  const std::size_t fifo_;        // firings that a FIFO in front of one of its units holds
  const Cycle slack_;  // how long a value waits there for one that goes through more units; 0: the FIFO holds as much
  Fifo<Cycle> begun_;  // the last so many firings, where there is slack
  const std::size_t room_;  // firings between the computation and the memories
  Fifo<Arrival> arriving_;
  Fifo<Words> words_;  // of the arrivals that have some: one for each write of the context
  WriteWatch watch_;   // of a read
};

}  // namespace stardust::sim
