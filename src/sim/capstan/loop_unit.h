// Base of all units of a program: the loops that they iterate over, the registers that they fill, and their channels.
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

/// The end of a chain of waiting units.
enum class Cause : std::uint8_t { Other, Dram, Sram };

/// Values of the ArgIns of the program, by name.
using Arguments = std::map<std::string, Word>;

class LoopUnit : public Worker {
 public:
  LoopUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency);

  bool isDone() const override { return finished_ && drained(); }
  std::string waitsFor(const Engine& engine) const override;
  /// A lower bound: the iterations of the loops whose bounds do not depend on other loops take a cycle each.
  Cycle leastSteps() const override;
  const capstan::Context& context() const { return context_; }

  /// The cause that units waiting for this unit inherit.
  virtual Cause cause() const { return state_ == State::Starve ? cause_ : Cause::Other; }
  const char* waitsInTheEnd() const override {
    return cause() == Cause::Dram ? "DRAM" : cause() == Cause::Sram ? "its memory" : nullptr;
  }
  Activity atWork() const override;

 protected:
  enum class Result : std::uint8_t { Fired, Empty, Blocked, Finished };

  /// Makes one step through the loops: a firing, or an empty iteration. When it is blocked, `blocked_` holds the
  /// reason, and the unit is woken when that changes.
  Result advance(Engine& engine, Cycle now);

  /// Whether the consumer of a firing or of an empty iteration has room.
  virtual bool accepts(Engine& engine, Cycle now) { return acceptsOutputs(engine, now); }
  /// Computes the parts of a firing beyond its operations. closes: the iterations that end with it are those at this
  /// level and deeper.
  virtual void fire(Engine&, Cycle) {}
  /// Pushes the outputs of the closed iterations. Units that push later override it.
  virtual void settle(Engine& engine, Cycle now, bool /*isFiring*/) { push(engine, now); }
  virtual bool drained() const { return true; }

  bool acceptsOutputs(Engine& engine, Cycle now);
  /// Number of elements that an output puts into its channel when `lanes` lanes fire.
  std::int64_t needed(const capstan::Output& output, std::int64_t lanes) const;
  bool hasRoom(Engine& engine, Cycle now, capstan::Id closes, capstan::Id depth, std::int64_t lanes);
  void push(Engine& engine, Cycle now);
  Cycle reductionOf() const;
  /// Whether words of an iteration that ends at `depth` may be written into memories: all grants for it have arrived.
  bool isGranted(Engine& engine, Cycle now, capstan::Id depth);
  void takeGrants(Engine& engine, Cycle now, capstan::Id closes, capstan::Id depth);
  /// Whether a consumer waits for the end of these iterations, for words on the chip or in DRAM.
  bool hasWaiters(capstan::Id closes, capstan::Id depth, bool isOnChip) const;
  /// Sends the tokens of closed iterations, for on-chip memories or for DRAM arrays. Returns false if there is no room.
  bool release(Engine& engine, Cycle now, capstan::Id closes, capstan::Id depth, bool isOnChip);
  [[noreturn]] void fail(std::string what, const Location& where) const;

  std::uint32_t epoch(capstan::Id level) const { return iterations_[level]; }

  Chip& chip_;
  const capstan::Mapping& mapping_;
  const capstan::Context& context_;
  const capstan::Id depth_;
  const capstan::Id lanes_;  ///< width of the innermost loop
  const Cycle latency_;
  std::vector<Vector> registers_;
  std::size_t active_ = 0;  // active lanes of this firing
  capstan::Id closes_ = 0;  // the outermost level that this step closes
  capstan::Id at_ = 0;      // number of loops entered
  bool finished_ = false;
  Cycle tokenLatency_;          // cycles from a firing to its tokens
  bool keepsTokens_ = false;    // sends its tokens later, by `release`
  bool computesFirst_ = false;  // `accepts` depends on the results of the operations
  Cause cause_ = Cause::Other;

 private:
  struct Range {                     // for a scan, `next` is the word of the current group
    std::int64_t next, end, stride;  // of the iterations of this copy; the one after `next` is next + stride
    std::int64_t lane;               // distance between two lanes
  };
  bool prepare(Engine& engine, Cycle now);
  bool enterLoops(Engine& engine, Cycle now);
  void countLanes();
  bool loadScalars(Engine& engine, Cycle now);
  bool startLoop(capstan::Id level);
  bool isGroupThere(Engine& engine, capstan::Id level, Cycle now);
  void takeGroups(Engine& engine, Cycle now, capstan::Id deepest);
  static void giveToken(Engine& engine, const capstan::Output& output, Cycle leaves);
  void pushLanes(Engine& engine, const capstan::Output& output, Cycle ready);
  void setIterator(capstan::Id level);
  bool isLast(capstan::Id level) const;
  bool inputsReady(Engine& engine, Cycle now);
  void takeInputs(Engine& engine, Cycle now, capstan::Id deepest);
  void loadVectors(Engine& engine);
  void operate(capstan::Id level, std::size_t lanes);
  void accumulate();
  void moveOn();

  capstan::Id fixedLevels_;  // number of outermost loops with constant bounds
  std::vector<Range> ranges_;
  std::vector<std::uint32_t> iterations_;
  std::vector<capstan::Input> inputs_;    // sorted by level
  std::vector<std::size_t> inputsBegin_;  // the first input of each level, and the end
  std::size_t checked_ = 0;   // inputs before this one have arrived for this step; an input stays until it is taken
  bool isEntered_ = false;    // the innermost body, or a loop without iterations, is reached; `active_` is known
  bool isReady_ = false;      // all inputs have arrived; only `accepts` blocks the step
  bool isEmpty_ = false;      // this step is an empty iteration
  std::vector<Vector> sums_;  // accumulators, by output
  bool loaded_ = false;
  bool hasSums_ = false;
  bool hasScans_ = false;
  bool hasConditions_ = false;  // the number of elements of some output depends on the operations
  bool isComputed_ = false;     // the operations are done, although `accepts` still blocks the step
};

}  // namespace stardust::sim
