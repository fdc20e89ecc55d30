// What all units of a program share: the loops they walk, the registers they fill, the channels they keep in step with.
#pragma once

#include <array>
#include <map>
#include <optional>

#include "sim/capstan/causes.h"
#include "sim/capstan/chip.h"
#include "sim/engine/worker.h"

namespace stardust::sim {

inline constexpr std::size_t maxLanes = 16;
using Vector = std::array<Word, maxLanes>;

/// What a unit waits for in the end.
enum class Cause : std::uint8_t { Other, Dram, Sram };

/// Values of the ArgIns of the program, by name.
using Arguments = std::map<std::string, Word>;

class LoopUnit : public Worker {
 public:
  LoopUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency);

  bool isDone() const override { return finished_ && drained(); }
  std::string waitsFor(const Engine& engine) const override;
  /// The iterations of the loops whose bounds no other loop decides: each takes a cycle.
  Cycle leastSteps() const override;
  const capstan::Context& context() const { return context_; }

  /// What those who wait for this unit wait for.
  virtual Cause cause() const { return state_ == State::Starve ? cause_ : Cause::Other; }
  const char* waitsInTheEnd() const override {
    return cause() == Cause::Dram ? "DRAM" : cause() == Cause::Sram ? "its memory" : nullptr;
  }
  Activity atWork() const override;

 protected:
  enum class Result : std::uint8_t { Fired, Empty, Blocked, Finished };

  /// One step along the loops: a firing, or an iteration without any. Blocked: `blocked_` says why, and the unit is
  /// woken when that changes.
  Result advance(Engine& engine, Cycle now);

  /// Whether whoever carries out a firing (or is told of an empty iteration) has room.
  virtual bool accepts(Engine& engine, Cycle now) { return acceptsOutputs(engine, now); }
  /// Computes what a firing has beyond its operations. closes: iterations at this level and deeper end with it.
  virtual void fire(Engine&, Cycle) {}
  /// Pushes what the closed iterations owe; overridden by units that do so later.
  virtual void settle(Engine& engine, Cycle now, bool /*isFiring*/) { push(engine, now); }
  virtual bool drained() const { return true; }

  bool acceptsOutputs(Engine& engine, Cycle now);
  /// Elements that an output puts into its channel when `lanes` lanes fire.
  std::int64_t needed(const capstan::Output& output, std::int64_t lanes) const;
  bool hasRoom(Engine& engine, Cycle now, capstan::Id closes, capstan::Id depth, std::int64_t lanes);
  void push(Engine& engine, Cycle now);
  Cycle reductionOf() const;
  /// Whether words of an iteration that ends at `depth` may be written into memories: all grants for it are there.
  bool isGranted(Engine& engine, Cycle now, capstan::Id depth);
  void takeGrants(Engine& engine, Cycle now, capstan::Id closes, capstan::Id depth);
  /// Whether somebody waits for the end of these iterations, for words on the chip or in DRAM.
  bool owes(capstan::Id closes, capstan::Id depth, bool isOnChip) const;
  /// Gives the tokens of on-chip memories, or those of DRAM arrays, that closed iterations owe; false if there is no
  /// room.
  bool release(Engine& engine, Cycle now, capstan::Id closes, capstan::Id depth, bool isOnChip);
  [[noreturn]] void fail(std::string what, const Location& where) const;

  std::uint32_t epoch(capstan::Id level) const { return iterations_[level]; }

  Chip& chip_;
  const capstan::Mapping& mapping_;
  const capstan::Context& context_;
  const capstan::Id depth_;
  const capstan::Id lanes_;  ///< of the innermost loop
  const Cycle latency_;
  std::vector<Vector> registers_;
  std::size_t active_ = 0;  // lanes of this firing
  capstan::Id closes_ = 0;  // of this step
  capstan::Id at_ = 0;      // loops entered
  bool finished_ = false;
  Cycle tokenLatency_;          // from a firing to the tokens that say so
  bool keepsTokens_ = false;    // and gives them later (`release`)
  bool computesFirst_ = false;  // what it accepts depends on the operations
  Cause cause_ = Cause::Other;

 private:
  struct Range {                     // of a scan, `next` is the word of the present group
    std::int64_t next, end, stride;  // of iterations of this copy: next + stride is the one after
    std::int64_t lane;               // distance of two lanes
  };
  bool prepare(Engine& engine, Cycle now);
  bool enterLoops(Engine& engine, Cycle now);
  void countLanes();
  bool loadScalars(Engine& engine, Cycle now);
  bool startLoop(capstan::Id level);
  bool isGroupThere(Engine& engine, capstan::Id level, Cycle now);
  void takeGroups(Engine& engine, Cycle now, capstan::Id deepest);
  static void giveToken(Engine& engine, const capstan::Output& output, Cycle leaves);
  void giveLanes(Engine& engine, const capstan::Output& output, Cycle ready);
  void setIterator(capstan::Id level);
  bool isLast(capstan::Id level) const;
  bool inputsReady(Engine& engine, Cycle now);
  void takeInputs(Engine& engine, Cycle now, capstan::Id deepest);
  void loadVectors(Engine& engine);
  void operate(capstan::Id level, std::size_t lanes);
  void accumulate();
  void moveOn();

  capstan::Id fixedLevels_;  // loops, from the outermost, with bounds that stay what they are
  std::vector<Range> ranges_;
  std::vector<std::uint32_t> iterations_;
  std::vector<capstan::Input> inputs_;    // by level
  std::vector<std::size_t> inputsBegin_;  // of each level, and the end
  std::size_t checked_ = 0;   // inputs before this one are there for this step: what is there stays until it is taken
  bool isEntered_ = false;    // the innermost body, or a loop without iterations; `active_` is known
  bool isReady_ = false;      // all inputs are there: only `accepts` is in the way
  bool isEmpty_ = false;      // this step is an iteration without any firing
  std::vector<Vector> sums_;  // by output: accumulators
  bool loaded_ = false;
  bool hasSums_ = false;
  bool hasScans_ = false;
  bool hasConditions_ = false;  // outputs whose elements are known only when the operations are done
  bool isComputed_ = false;     // so these are done while `accepts` is still in the way
};

}  // namespace stardust::sim
