// A context that reads or updates a memory at computed addresses, and what such a memory offers it.
#pragma once

#include <map>

#include "sim/capstan/loop_unit.h"
#include "sim/capstan/turns.h"

namespace stardust::sim {

class AccessUnit;

/// Vectors that wait at a port of a memory with random access, in front of its window or generator.
inline constexpr std::size_t waitingVectors = 4;

/// A memory that takes vectors of addresses and tells the units, lane by lane, when each access is carried out.
class RandomMemory : public Unit {
 public:
  virtual std::uint32_t addPort(AccessUnit& unit) = 0;
  /// Whether a port can take a vector. If not, its unit is woken when that may have changed.
  virtual bool hasRoom(Engine& engine, std::uint32_t port, Cycle now) = 0;
  /// `vector`: its number, for AccessUnit::granted; lanes with a negative index have no access. At least one has.
  virtual void submit(Engine& engine, std::uint32_t port, std::int64_t vector, const std::int32_t* indices,
                      std::size_t lanes, Cycle now) = 0;
  /// What the accesses of a port wait for.
  virtual Activity bottleneck(std::uint32_t port) const = 0;

  /// Of the ordered accesses from the bodies of a loop.
  Turns& turnsOf(capstan::Id loop) { return turns_[loop]; }

 private:
  std::map<capstan::Id, Turns> turns_;
};

/// The accesses of one context to a memory with random access; results leave in order. Words are read and written when
/// a vector is sent, lane by lane: whoever may not see them yet waits for a token, which comes when the memory is done.
/// So the accesses of one context take effect in the order of iterations, whatever order the memory carries them out
/// in.
class AccessUnit final : public LoopUnit {
 public:
  AccessUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency, RandomMemory& memory);
  void step(Engine& engine, Cycle now) override;
  Cause cause() const override { return drained() ? LoopUnit::cause() : isInDram() ? Cause::Dram : Cause::Sram; }
  std::optional<Activity> ownWait() const override;
  std::optional<Activity> underWay() const override;
  Activity atWork() const override { return underWay().value_or(activity::busyUnit); }
  /// Vectors under way at most; a power of two.
  static constexpr std::uint32_t inFlight = 256;
  /// The memory is done with one lane of a vector. `number`: of the vector, or that modulo `inFlight`.
  void granted(Engine& engine, std::int64_t number, Cycle now);

 protected:
  bool accepts(Engine& engine, Cycle now) override;
  void settle(Engine& engine, Cycle now, bool isFiring) override;
  bool drained() const override { return first_ == end_; }

 private:
  struct Pending {
    capstan::Id closes, depth;
    std::uint8_t active, left;
    Cycle readyAt;  // once nothing is left: may retire
    Vector values;  // of each lane: the result
  };
  bool isInDram() const { return dram_ != capstan::none; }
  Pending& pending(std::int64_t vector) { return vectors_[placeOf(vector)]; }
  std::size_t placeOf(std::int64_t vector) const { return static_cast<std::size_t>(vector) & (vectors_.size() - 1); }
  Store& store() const { return isInDram() ? chip_.drams[dram_] : chip_.memories[context_.memory]; }
  bool isReady(Cycle now) const {
    const auto& first = vectors_[placeOf(first_)];
    return !drained() && first.left == 0 && first.readyAt <= now;
  }
  bool retire(Engine& engine, Cycle now);
  Word access(std::int32_t index, Word operand);
  void takeTurns();
  void growRing();

  RandomMemory& memory_;
  capstan::Id dram_;   // of a SparseDRAM
  capstan::Id level_;  // of the memory's declaration
  std::uint32_t port_;
  Turns* turns_ = nullptr;            // of an ordered access in a copied loop,
  capstan::Id ordered_ = 0;           // whose iterations are at this level
  std::size_t turn_ = 0;              // its number among them
  std::vector<Pending> vectors_;      // by number, in a ring that grows up to `inFlight`: mostly few are under way
  std::int64_t first_ = 0, end_ = 0;  // numbers of those under way
};

}  // namespace stardust::sim
