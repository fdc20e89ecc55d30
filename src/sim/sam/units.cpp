#include "sim/sam/units.h"

#include <fmt/format.h>

#include "sam/kinds.h"
#include "sim/sam/accumulate_unit.h"
#include "sim/sam/joiner_units.h"
#include "sim/sam/repeat_state.h"

namespace stardust::sim_sam {
namespace {

using sam::absent, sam::data, sam::done, sam::stop;

constexpr std::int64_t wordBytes = 4;

/// The stop at the end of a fiber, for the token that follows its reference: it is taken with a stop.
template <class Take>
Token closing(const Token& next, Take&& takeIt) {
  if (!next.isStop()) return stop(0);
  takeIt();
  return stop(next.bits + 1);
}

/// Walks a fiber for each reference. A compressed level moves on only while its queue holds the token that follows; a
/// dense one counts without it. The stop needs the token that follows.
class ScanUnit : public MemoryUnit {
 public:
  ScanUnit(const sam::Block& scan, const Context& context)
      : MemoryUnit(context.memory), level_(levelOf(scan, context.graph, context.operands)), absent_(scan.absent) {}

  void skipTo(std::int64_t coordinate, std::int64_t fiber) override {
    if (fiber == fiber_) least_ = coordinate;
  }

 protected:
  int advance() override {
    if (isEnded) return ended;
    if (mustStop_) return has(0) ? giveStop() : 0;
    if (at_ < end_) return step(at_);
    if (isOpen_) {
      isOpen_ = false;
      mustStop_ = true;
      return has(0) ? giveStop() : 0;
    }
    return has(0) ? begin(take(0)) : 0;
  }

 private:
  int begin(const Token& reference) {
    if (reference.isDone()) {
      deliver(done, done, -1);
      isEnded = true;
      return worked;
    }
    if (reference.isStop()) {
      deliver(stop(reference.bits + 1), stop(reference.bits + 1), -1);
      ++fiber_;
      return worked;
    }
    if (reference.isAbsent()) return beginAbsent();
    first_ = at_ = level_.begin(reference.bits);
    end_ = level_.end(reference.bits);
    isFilled_ = true;
    if (at_ < end_) {
      isOpen_ = true;
      return emit();
    }
    return beginEmpty();
  }
  int beginAbsent() {
    if (absent_ == Absent::Pass) {
      deliver(absent, absent, -1);
      mustStop_ = true;
      return worked;
    }
    if (absent_ == Absent::Fill && level_.dim > 0) {
      first_ = at_ = 0;
      end_ = level_.dim;
      isFilled_ = false;
      isOpen_ = true;
      return emit();
    }
    return beginEmpty();
  }
  int beginEmpty() {
    mustStop_ = true;
    if (has(0)) giveStop();
    return worked;
  }
  int step(std::int64_t) {
    const bool isDense = level_.kind == sam::LevelReader::Kind::Dense;
    if (!isDense && !has(0)) return 0;
    if (least_ > 0 && !isDense) skip();
    if (at_ < end_) return emit();
    isOpen_ = false;
    mustStop_ = true;
    return giveStop();
  }
  void skip() {
    auto low = at_, high = end_;
    while (low < high) {
      const auto middle = low + (high - low) / 2;
      if (level_.coordinate(middle, first_) < least_) low = middle + 1;
      else high = middle;
    }
    at_ = low;
    least_ = 0;
  }
  int emit() {
    const Token crd = data(level_.coordinate(at_, first_));
    const bool isStored = level_.kind != sam::LevelReader::Kind::Dense;
    deliver(crd, isFilled_ ? data(at_) : absent, isStored ? at_ * wordBytes : -1);
    ++at_;
    return worked;
  }
  int giveStop() {
    const Token token = closing(peek(0), [&] { take(0); });
    deliver(token, token, -1);
    mustStop_ = false;
    least_ = 0;
    ++fiber_;
    return worked;
  }

  using Absent = sam::Absent;
  sam::LevelReader level_;
  Absent absent_;
  std::int64_t first_ = 0, at_ = 0, end_ = 0;
  std::int64_t fiber_ = 0, least_ = 0;
  bool isOpen_ = false;    // a coordinate of the fiber was given, and its stop was not
  bool mustStop_ = false;  // the stop waits for the token that follows
  bool isFilled_ = true;   // the fiber has references
};

class ArrayUnit : public MemoryUnit {
 public:
  ArrayUnit(const sam::Block& array, const Context& context)
      : MemoryUnit(context.memory), array_(array, context.operands, context.type) {}

 protected:
  int advance() override {
    if (isEnded) return ended;
    if (!has(0)) return 0;
    const Token reference = take(0);
    isEnded = reference.isDone();
    const bool isControl = reference.isStop() || reference.isDone();
    deliver(isControl ? reference : array_.at(reference), done, reference.isData() ? reference.bits * wordBytes : -1);
    return worked;
  }

 private:
  sam::ArrayReader array_;
};

/// One token in, one token out.
template <class Function>
class MapUnit : public Unit {
 public:
  explicit MapUnit(Function function) : function_(std::move(function)) {}
  int step() override {
    if (isEnded) return ended;
    if (!has(0)) return 0;
    const Token token = take(0);
    isEnded = token.isDone();
    function_(*this, token);
    return worked;
  }
  void gives(const Token& token) { give(0, token); }

 private:
  Function function_;
};
template <class Function>
std::unique_ptr<Unit> mapUnit(Function function) {
  return std::make_unique<MapUnit<Function>>(std::move(function));
}

std::unique_ptr<Unit> writer(const sam::Block& block, const Context& context) {
  auto& written = context.written;
  sam::Tokens* tokens = &written.values;
  if (block.kind == sam::Kind::Write) {
    const Format& format = context.graph.tensors[0].format;
    tokens = &written.levels[static_cast<std::size_t>(format.levelOfMode(block.mode))];
  }
  return mapUnit([tokens](Unit&, const Token& token) { tokens->push_back(token); });
}

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

void Queue::grow() {
  std::vector<Token> bigger(ring_.size() * 2);
  for (std::size_t n = head_; n != tail_; ++n) bigger[n & (bigger.size() - 1)] = ring_[n & (ring_.size() - 1)];
  ring_.swap(bigger);
}

void Unit::waitForRooms(std::size_t output) {
  for (Link* link : out[output]) {
    if (link->capacity > 0 && link->given >= link->capacity) {
      time = std::max(time, link->frees.front());
      link->frees.pop_front();
    }
    ++link->given;
  }
  for (Link* link : out[output]) link->arrivals.push_back(time + 1);
}

void Unit::failStreams(const std::string& what) const {
  failWrong(fmt::format("the streams of {} do not fit together: {}", describe(*block), what), block->where);
}

std::unique_ptr<Unit> makeUnit(const sam::Block& block, const Context& context) {
  using sam::Kind;
  switch (block.kind) {
    case Kind::Scan: return std::make_unique<ScanUnit>(block, context);
    case Kind::Write:
    case Kind::WriteValues: return writer(block, context);
    case Kind::RepeatSignal:
      return mapUnit([](auto& unit, const Token& t) { unit.gives(t.isStop() || t.isDone() ? t : data(0)); });
    case Kind::Repeat: return std::make_unique<RepeatUnit>();
    case Kind::Intersect: return std::make_unique<IntersectUnit>(block, context.machine.joiner.skips);
    case Kind::Union: return std::make_unique<UnionUnit>(block);
    case Kind::Array: return std::make_unique<ArrayUnit>(block, context);
    case Kind::Compute: return std::make_unique<ComputeUnit>(block, context);
    case Kind::Reduce: return std::make_unique<ReduceUnit>(block, context);
    case Kind::Accumulate: return std::make_unique<AccumulateUnit>(block, context.arithmetic);
    case Kind::CoordinateDrop: return std::make_unique<DropUnit>(context);
    case Kind::CoordinateHold: return std::make_unique<HoldUnit>();
    case Kind::StopDrop:
      return mapUnit([](auto& unit, const Token& t) {
        if (!t.isStop()) unit.gives(t);
      });
    case Kind::Locate: return std::make_unique<LocateUnit>(block, context);
  }
  failInternal("an unknown kind of block");
}

}  // namespace stardust::sim_sam
