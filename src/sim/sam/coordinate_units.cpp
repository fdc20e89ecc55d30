#include "sim/sam/coordinate_units.h"

#include <optional>

#include "sim/sam/repeat_state.h"

namespace stardust::sim_sam {
namespace {

using sam::absent, sam::data, sam::done, sam::stop;

class RepeatUnit : public Unit {
 public:
  bool countsTakes() const override { return false; }
  int step() override {
    if (isEnded) return ended;
    const auto outcome = state_.step([&](std::size_t n) { return has(n); }, [&](std::size_t n) { return peek(n); },
                                     [&](std::size_t n) { return take(n); });
    if (outcome.given) give(0, *outcome.given);
    isEnded = state_.isDone();
    if (outcome.fault) failStreams(outcome.fault);
    return outcome.waitsFor;
  }

 private:
  RepeatState state_;
};

/// A repeat signal and a repeat that hand over within a cycle; the signal is one cycle behind.
class HoldUnit : public Unit {
 public:
  bool countsTakes() const override { return false; }
  int step() override {
    if (isEnded) return ended;
    if (clock->isLocal()) return stepTogether();
    bool hasWorked = false;
    if (signal_) {
      signals_.push(*signal_);
      signal_.reset();
      hasWorked = true;
    }
    if (has(1)) {
      const Token inner = take(1);
      signal_ = inner.isData() || inner.isAbsent() ? data(0) : inner;
      give(1, inner);
      hasWorked = true;
    }
    if (has(0)) {
      references_.push(take(0));
      hasWorked = true;
    }
    Queue* const queues[] = {&references_, &signals_};
    const auto outcome =
        state_.step([&](std::size_t n) { return !queues[n]->empty(); },
                    [&](std::size_t n) { return queues[n]->front(); }, [&](std::size_t n) { return queues[n]->pop(); });
    if (outcome.fault) failStreams(outcome.fault);
    if (outcome.given) give(0, *outcome.given);
    isEnded = state_.isDone() && !signal_;
    return hasWorked || outcome.waitsFor == worked ? worked : outcome.waitsFor;
  }

 private:
  /// With a clock of its own: a coordinate of the inner stream is its signal at once.
  int stepTogether() {
    const auto outcome = state_.step([&](std::size_t n) { return has(n); }, [&](std::size_t n) { return peek(n); },
                                     [&](std::size_t n) {
                                       const Token token = take(n);
                                       if (n == 1) give(1, token);
                                       return n == 1 && token.isAbsent() ? data(0) : token;
                                     });
    if (outcome.fault) failStreams(outcome.fault);
    if (outcome.given) give(0, *outcome.given);
    isEnded = state_.isDone();
    return outcome.waitsFor;
  }

  RepeatState state_;
  std::optional<Token> signal_;
  Queue references_, signals_;
};

/// An outer coordinate leaves when its fiber has ended and had a coordinate.
class DropUnit : public Unit {
 public:
  explicit DropUnit(const Context& context) : zero_(context.arithmetic.number(0)) {}
  bool countsTakes() const override { return false; }
  int step() override {
    if (isEnded) return ended;
    return block->inputs[1].stream == sam::Stream::Value ? stepOfValues() : stepOfFibers();
  }

 private:
  int stepOfValues() {
    for (std::size_t n = 0; n < 2; ++n)
      if (!has(n)) return static_cast<int>(n);
    const Token crd = take(0), value = take(1);
    if (crd.isStop() != value.isStop() || crd.isDone() != value.isDone()) failStreams("a coordinate lacks its value");
    isEnded = crd.isDone();
    const bool isZero = !block->tellsPresence && value.isData() && value == zero_;
    if (isZero || value.isAbsent() || crd.isAbsent()) return worked;
    give(0, crd);
    give(1, value);
    return worked;
  }
  int stepOfFibers() {
    bool hasWorked = false;
    std::optional<Token> leaves;
    if (needsOuter_) {
      if (!has(0)) return 0;
      outer_ = take(0);
      hasWorked = true;
      const bool isLone = afterStop_ && !outer_.isData() && !outer_.isAbsent();
      const bool isCoordinate = outer_.isData() || outer_.isAbsent();
      needsInner_ = isCoordinate || isLone;
      needsOuter_ = !needsInner_;
      afterStop_ = !isCoordinate;
      isFilled_ = false;
      if (!needsInner_) leaves = outer_;
    }
    if (needsInner_ && has(1)) {
      const Token inner = take(1);
      hasWorked = true;
      give(1, inner);
      if (inner.isData() || inner.isAbsent()) {
        isFilled_ = isFilled_ || inner.isData();
      } else {
        if (inner.isDone() != outer_.isDone()) failStreams("one of them ends early");
        needsInner_ = false;
        needsOuter_ = true;
        const bool isCoordinate = outer_.isData() || outer_.isAbsent();
        if (!isCoordinate || isFilled_) leaves = outer_;
        isEnded = outer_.isDone();
      }
    }
    if (leaves) give(0, *leaves);
    return hasWorked ? worked : 1;
  }

  Token zero_, outer_;
  bool needsOuter_ = true, needsInner_ = false, afterStop_ = true, isFilled_ = false;
};

/// An inner coordinate and its reference in each step. The stop of a fiber that was kept waits for the next one that is
/// kept, or for a stop of outer fibers: of a fiber of which nothing is kept, only that remains.
class MaskUnit : public Unit {
 public:
  int step() override {
    if (isEnded) return ended;
    if (leaves_) {
      if (!has(0)) return 0;
      if (take(0) != *leaves_) failStreams("its outer coordinates have other fibers");
      give(0, *leaves_);
      leaves_.reset();
      return worked;
    }
    for (std::size_t n = 0; n < 3; ++n)
      if (!has(n)) return static_cast<int>(n);
    const Token outer = peek(0), inner = peek(1);
    if (inner.isDone() || outer.isDone()) return end();
    if (inner.isStop()) return endFiber(outer);
    const bool isKept = outer.isData() && inner.isData() && holds(block->keeps, inner.bits, outer.bits);
    if (isKept && pending_) {  // the stop before it leaves in a step of its own
      both(*pending_, *pending_);
      pending_.reset();
      return worked;
    }
    take(1);
    const Token ref = take(2);
    if (isKept) both(inner, ref);
    isFilled_ = isFilled_ || isKept;
    return worked;
  }

 private:
  int end() {
    if (!peek(0).isDone() || !peek(1).isDone() || !peek(2).isDone()) failStreams("one of them ends early");
    for (std::size_t n = 0; n < 3; ++n) give(n, take(n));
    isEnded = true;
    return worked;
  }
  int endFiber(const Token& outer) {
    const Token stop = take(1);
    if (take(2) != stop) failStreams("its references have other fibers");
    if (outer.isStop()) {  // no coordinate before it
      if (stop.bits != outer.bits + 1) failStreams("its outer coordinates have other fibers");
      both(stop, stop);
      give(0, take(0));
      return worked;
    }
    take(0);
    if (isFilled_) give(0, outer);
    if (stop.bits > 0) {
      pending_.reset();
      both(stop, stop);
      leaves_ = sam::stop(stop.bits - 1);
    } else if (isFilled_) {
      pending_ = stop;
    }
    isFilled_ = false;
    return worked;
  }
  void both(const Token& crd, const Token& ref) {
    give(1, crd);
    give(2, ref);
  }

  bool isFilled_ = false;
  std::optional<Token> pending_, leaves_;  // inner and outer stops that have not been given
};

class LocateUnit : public Unit {
 public:
  LocateUnit(const sam::Block& locate, const Context& context)
      : dim_(levelOf(locate, context.graph, context.operands).dim) {}
  int step() override {
    if (isEnded) return ended;
    for (std::size_t n = 0; n < 2; ++n)
      if (!has(n)) return static_cast<int>(n);
    const Token ref = take(0), crd = take(1);
    const bool isControl = ref.isStop() || ref.isDone();
    if (isControl != (crd.isStop() || crd.isDone()) || (isControl && ref != crd))
      failStreams("their fibers end differently");
    isEnded = ref.isDone();
    if (crd.isData() && crd.bits >= dim_) failStreams("a coordinate is outside of the level");
    const bool isAbsent = ref.isAbsent() || crd.isAbsent();
    give(0, isControl ? ref : isAbsent ? absent : data(ref.bits * dim_ + crd.bits));
    return worked;
  }

 private:
  std::int64_t dim_;
};

}  // namespace

std::unique_ptr<Unit> repeatUnit() { return std::make_unique<RepeatUnit>(); }

std::unique_ptr<Unit> holdUnit() { return std::make_unique<HoldUnit>(); }

std::unique_ptr<Unit> dropUnit(const Context& context) { return std::make_unique<DropUnit>(context); }

std::unique_ptr<Unit> maskUnit() { return std::make_unique<MaskUnit>(); }

std::unique_ptr<Unit> locateUnit(const sam::Block& block, const Context& context) {
  return std::make_unique<LocateUnit>(block, context);
}

}  // namespace stardust::sim_sam
