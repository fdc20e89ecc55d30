#include "sim/sam/value_units.h"

#include <optional>

namespace stardust::sim_sam {
namespace {

using sam::absent, sam::data, sam::done, sam::stop;

/// One token from each side. A stop waits while values of the other sides pass, with 0 for its own.
class ComputeUnit : public Unit {
 public:
  ComputeUnit(const sam::Block& compute, const Context& context)
      : arithmetic_(context.arithmetic), held_(compute.inputs.size()), isHeld_(compute.inputs.size(), false) {}
  int step() override {
    if (isEnded) return ended;
    for (std::size_t n = 0; n < in.size(); ++n)
      if (!has(n)) return static_cast<int>(n);
    std::size_t stops = 0, dones = 0;
    for (std::size_t n = 0; n < in.size(); ++n) {
      if (!isHeld_[n]) held_[n] = take(n);
      stops += held_[n].isStop();
      dones += held_[n].isDone();
    }
    if (dones > 0 && dones < in.size()) failStreams("one of them ends early");
    const bool isControl = stops == in.size() || dones > 0;
    for (std::size_t n = 1; isControl && n < in.size(); ++n)
      if (held_[n] != held_[0]) failStreams("their fibers end differently");
    Token values[operators::mostOperands];
    for (std::size_t n = 0; n < in.size(); ++n) {
      isHeld_[n] = !isControl && held_[n].isStop();
      values[n] = isHeld_[n] ? arithmetic_.number(0) : held_[n];
    }
    isEnded = dones > 0;
    give(0, isControl ? held_[0] : arithmetic_.compute(*block, values));
    return worked;
  }

 private:
  sam::Arithmetic arithmetic_;
  std::vector<Token> held_;
  std::vector<bool> isHeld_;
};

/// The sum, and in the next cycle the stop of the level above. With the coordinates that own the sums, a stop without a
/// coordinate is no fiber, and gives no sum.
class ReduceUnit : public Unit {
 public:
  ReduceUnit(const sam::Block& reduce, const Context& context)
      : arithmetic_(context.arithmetic), op_(*reduce.op), sum_(arithmetic_.identity(op_)) {}
  int step() override {
    if (isEnded) return ended;
    if (stop_ >= 0) {
      if (in.size() > 1 && !takesOuterStop()) return 1;
      give(0, stop(stop_));
      stop_ = -1;
      return worked;
    }
    // N costs no cycle of a clock of its own.
    while (clock->isLocal() && has(0) && peek(0).isAbsent()) take(0);
    if (!has(0)) return 0;
    if (peek(0).isDone()) {
      if (in.size() > 1) {
        if (!has(1)) return 1;
        if (!take(1).isDone()) failStreams("its coordinates have other fibers");
      }
      take(0);
      give(0, done);
      isEnded = true;
      return worked;
    }
    if (peek(0).isAbsent()) {
      take(0);
      return worked;
    }
    if (!peek(0).isStop()) {
      const Token pair[] = {sum_, take(0)};
      sum_ = arithmetic_.apply(op_, pair);
      hasTerms_ = true;
      return worked;
    }
    return end();
  }

 private:
  int end() {
    if (in.size() > 1) {
      if (!has(1)) return 1;
      if (peek(1).isStop()) {
        const Token end = take(0);
        if (end.bits == 0 || take(1).bits != end.bits - 1) failStreams("its coordinates have other fibers");
        give(0, stop(end.bits - 1));
        return worked;
      }
      take(1);
    }
    const Token end = take(0);
    stop_ = end.bits - 1;
    if (hasTerms_ || !block->dropsEmpty) {
      give(0, hasTerms_ || !block->tellsPresence ? sum_ : absent);
    } else if (in.size() == 1 && stop_ >= 0) {  // nothing but the stop
      give(0, stop(stop_));
      stop_ = -1;
    }
    sum_ = arithmetic_.identity(op_);
    hasTerms_ = false;
    return worked;
  }
  bool takesOuterStop() {
    if (!has(1)) return false;
    if (take(1) != stop(stop_)) failStreams("its coordinates have other fibers");
    return true;
  }

  sam::Arithmetic arithmetic_;
  const operators::Operator& op_;
  Token sum_;
  bool hasTerms_ = false;
  std::int64_t stop_ = -1;
};

}  // namespace

std::unique_ptr<Unit> computeUnit(const sam::Block& block, const Context& context) {
  return std::make_unique<ComputeUnit>(block, context);
}

std::unique_ptr<Unit> reduceUnit(const sam::Block& block, const Context& context) {
  return std::make_unique<ReduceUnit>(block, context);
}

}  // namespace stardust::sim_sam
