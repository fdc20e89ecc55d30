// Contexts that read or update a memory at computed addresses, and the interface of such a memory.
#pragma once

#include <map>

#include "sim/capstan/iteration_order.h"
#include "sim/capstan/loop_unit.h"

namespace stardust::sim {

class AccessUnit;

/// Vectors queued at a port of a random-access memory, in front of its window or address generator.
inline constexpr std::size_t waitingVectors = 4;

/// A memory that takes vectors of addresses and reports each access to its unit when it is carried out.
class RandomMemory : public Unit {
 public:
  virtual std::uint32_t addPort(AccessUnit& unit) = 0;
  /// Whether a port can take a vector. If not, the memory wakes the unit when this may have changed.
  virtual bool hasRoom(Engine& engine, std::uint32_t port, Cycle now) = 0;
  /// Submits a vector. `vector` is its number, for AccessUnit::granted. A lane with a negative index has no access. At
  /// least one lane has one.
  virtual void submit(Engine& engine, std::uint32_t port, std::int64_t vector, const std::int32_t* indices,
                      std::size_t lanes, Cycle now) = 0;
  /// The cause of the delay of a port's oldest accesses.
  virtual Activity bottleneck(std::uint32_t port) const = 0;

  /// The order of the accesses that the bodies of a loop make.
  IterationOrder& orderOf(capstan::Id loop) { return order_[loop]; }

 private:
  std::map<capstan::Id, IterationOrder> order_;
};

/// The accesses of one context to a random-access memory. Results leave in order. The simulator reads and writes the
/// words when it sends a vector, lane by lane. A consumer that may not see them yet waits for a token, which arrives
/// when the memory is done. The accesses of one context therefore take effect in iteration order, in whatever order the
/// memory carries them out.
class AccessUnit final : public LoopUnit {
 public:
  AccessUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency, RandomMemory& memory);
  void step(Engine& engine, Cycle now) override;
  Cause cause() const override { return drained() ? LoopUnit::cause() : isInDram() ? Cause::Dram : Cause::Sram; }
  std::optional<Activity> ownWait() const override;
  std::optional<Activity> underWay() const override;
  Activity atWork() const override { return underWay().value_or(activity::busyUnit); }
  /// Upper bound of vectors in flight; a power of two.
  static constexpr std::uint32_t inFlight = 256;
  /// Reports that the memory is done with one lane of a vector. `number`: the vector's number, possibly modulo
  /// `inFlight`.
  void granted(Engine& engine, std::int64_t number, Cycle now);

 protected:
  bool accepts(Engine& engine, Cycle now) override;
  void settle(Engine& engine, Cycle now, bool isFiring) override;
  bool drained() const override { return first_ == end_; }

 private:
  struct Pending {
    capstan::Id closes, depth;
    std::uint8_t active, left;
    Cycle readyAt;  // when no lane is left: the cycle from which the vector may retire
    Vector values;  // the result of each lane
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
  capstan::Id dram_;   // the array of a SparseDRAM
  capstan::Id level_;  // loop level of the memory's declaration
  std::uint32_t port_;
  IterationOrder* order_ = nullptr;   // of an ordered access in a copied loop
  capstan::Id ordered_ = 0;           // the level of that loop
  std::size_t turn_ = 0;              // number of this access in `order_`
  std::vector<Pending> vectors_;      // ring indexed by number; grows up to `inFlight`, because few are usually in
                                      // flight
  std::int64_t first_ = 0, end_ = 0;  // numbers of the vectors in flight
};

}  // namespace stardust::sim
