#include "sim/sam/units.h"

#include <fmt/format.h>

#include "sam/kinds.h"
#include "sim/sam/accumulate_unit.h"
#include "sim/sam/coordinate_units.h"
#include "sim/sam/joiner_units.h"
#include "sim/sam/lane_units.h"
#include "sim/sam/value_units.h"

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
    case Kind::Repeat: return repeatUnit();
    case Kind::Intersect: return std::make_unique<IntersectUnit>(block, context.machine.joiner.skips);
    case Kind::Union: return std::make_unique<UnionUnit>(block);
    case Kind::Array: return std::make_unique<ArrayUnit>(block, context);
    case Kind::Compute: return computeUnit(block, context);
    case Kind::Reduce: return reduceUnit(block, context);
    case Kind::Accumulate: return std::make_unique<AccumulateUnit>(block, context.arithmetic);
    case Kind::CoordinateDrop: return dropUnit(context);
    case Kind::CoordinateHold: return holdUnit();
    case Kind::StopDrop:
      return mapUnit([](auto& unit, const Token& t) {
        if (!t.isStop()) unit.gives(t);
      });
    case Kind::Locate: return locateUnit(block, context);
    case Kind::Mask: return maskUnit();
    case Kind::Fork: return std::make_unique<ForkUnit>();
    case Kind::Join: return std::make_unique<JoinUnit>(block);
  }
  failInternal("an unknown kind of block");
}

}  // namespace stardust::sim_sam
