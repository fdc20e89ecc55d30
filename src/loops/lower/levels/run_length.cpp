// A position is a run; `crd` holds the last coordinate of each run.
#include "loops/lower/levels/run_length.h"

#include <fmt/format.h>

#include <algorithm>

#include "levels/registry.h"
#include "loops/lower/conditions.h"
#include "loops/lower/levels/listed.h"

namespace stardust::loops {
namespace {

/// Points to a run. After `skipTo`, the run contains the requested coordinate.
class RunCursor : public Cursor {
 public:
  RunCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end)
      : names_(level.names),
        prefix_(level.prefix()),
        arrays_(level.arrays),
        tensor_(level.tensor()),
        level_(level.level),
        present_(parent.present),
        begin_(std::move(begin)),
        end_(std::move(end)),
        last_(subtract(level.dim(), index(1))) {}

  void prepare(Body& out) override {
    begin_ = named(names_, out, prefix_ + "_begin", begin_);
    if (!isCertainlyPresent()) end_ = named(names_, out, prefix_ + "_end", end_);
    at_ = names_.fresh(prefix_);
  }
  void start(Body& out) override { out.push_back(declare(at_, begin_)); }
  Expr live() const override { return less(at(), end_); }
  /// The last coordinate of the run. For an absent fiber, which has no runs, the last coordinate of the mode.
  Expr coordinate() const override {
    const Expr last = arrays_.coordinate(tensor_, level_, at());
    return isCertainlyPresent() ? last : select(live(), last, last_);
  }
  Expr holds(const Expr&) const override { return present_; }
  Position here(Body&, const Expr& present) override { return {at(), present}; }
  void advance(Body& out) override { out.push_back(increment(at_)); }
  void skipTo(Body& out, const Expr& coordinate) override {
    out.push_back(whileLoop(less(this->coordinate(), coordinate), {increment(at_)}));
  }
  Expr bound() const override { return subtract(end_, begin_); }

 private:
  Expr at() const { return variable(at_, Type::I64); }
  bool isCertainlyPresent() const { return constant(present_) == 1; }

  Names& names_;
  std::string prefix_;
  Arrays& arrays_;
  std::string tensor_;
  int level_;
  Expr present_, begin_, end_, last_;
  std::string at_;
};

std::unique_ptr<Cursor> runCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end) {
  return std::make_unique<RunCursor>(level, parent, std::move(begin), std::move(end));
}

// The first run that ends at or after the coordinate.
Position locateRun(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  const auto [begin, end] = listedFiber(level, parent);
  return {firstNotBelow(level, begin, end, coordinate, out), parent.present};
}

}  // namespace

const LevelLowering& runLengthLowering() {
  static const LevelLowering row = {LevelFormat::RunLength, listedFiber, runCursor, locateRun, listedPositions};
  return row;
}

RunAppender::RunAppender(Context& context, std::string count)
    : Part(context), level_(facts_.result.tensor.order() - 1), count_(std::move(count)) {
  const std::vector<LevelFormat>& levels = facts_.result.tensor.format.levels();
  const bool isOne = level_ == 0;
  const bool isBelowDense =
      std::all_of(levels.begin(), levels.end() - 1, [](LevelFormat l) { return levels::of(l).hasLocate; });
  if (isOne || !isBelowDense) return;
  closed_ = names_.fresh(fmt::format("{}{}_closed", facts_.result.tensor.name, level_ + 1));
  prologue_.push_back(declare(closed_, index(0)));
}

Body RunAppender::newRun(const Expr& last, const Expr& value) {
  const notation::TensorVar& tensor = facts_.result.tensor;
  return {arrays_.storeCoordinate(tensor.name, level_, count(), last), store(arrays_.values(tensor), count(), value),
          increment(count_)};
}

void RunAppender::appendRun(const Expr& last, const Expr& computed, Body& out) {
  const Expr value = asStored(computed);
  Body fresh = newRun(last, value);
  fresh.push_back(assign(value_, value));
  const Expr continues = both(less(variable(start_, Type::I64), count()), equals(variable(value_, type()), value));
  const Expr latest = subtract(count(), index(1));
  out.push_back(
      ifThen(continues, {arrays_.storeCoordinate(facts_.result.tensor.name, level_, latest, last)}, std::move(fresh)));
}

// Closes fibers without entries, with one run each.
void RunAppender::closeUntil(const Expr& fiber, Body& out) {
  const std::string var = names_.fresh("fiber");
  Body body = {ifThen(less(index(0), dimOf(facts_.result, level_)), newRun(lastCoordinate(), identity())),
               store(arrays_.pos(facts_.result.tensor.name, level_), add(variable(var, Type::I64), index(1)), count())};
  out.push_back(
      note(fmt::format("the fibers of {}{} that were skipped have one run", facts_.result.tensor.name, level_ + 1)));
  out.push_back(forLoop(var, variable(closed_, Type::I64), fiber, std::move(body)));
  out.push_back(assign(closed_, fiber));
}

void RunAppender::openFiber(const Expr& parent, const Expr& bound, Body& out) {
  const notation::TensorVar& tensor = facts_.result.tensor;
  const std::string prefix = fmt::format("{}{}", tensor.name, level_ + 1);
  // Each coordinate may be preceded and followed by a gap run, and there are at most as many runs as coordinates. One
  // more element is needed because a value is reduced at the place of the next run.
  const Expr dim = dimOf(facts_.result, level_);
  const Expr half = isWide() ? binary(BinaryOp::Min, bound, binary(BinaryOp::Div, dim, index(2))) : bound;
  const Expr runs = binary(BinaryOp::Min, add(multiply(half, index(2)), index(1)), dim);
  Expr most = add(add(count(), runs), index(1));
  if (isBelowDense()) most = add(most, subtract(parent, variable(closed_, Type::I64)));
  most = named(names_, out, prefix + "_most", most);
  out.push_back(grow(arrays_.crd(tensor.name, level_), most));
  out.push_back(grow(arrays_.values(tensor), most));
  if (isBelowDense()) closeUntil(parent, out);
  start_ = names_.fresh(prefix + "_start");
  covered_ = names_.fresh(prefix + "_covered");
  value_ = names_.fresh(prefix + "_value");
  out.push_back(let(start_, count()));
  out.push_back(declare(covered_, index(0)));
  out.push_back(declare(value_, identity()));
}

void RunAppender::append(const Expr& first, const Expr& last, const Expr& value, Body& out) {
  const Expr kept = named(names_, out, facts_.result.tensor.name + "_value", value);
  Body gap;
  appendRun(subtract(first, index(1)), identity(), gap);
  out.push_back(ifThen(less(variable(covered_, Type::I64), first), std::move(gap)));
  appendRun(last, kept, out);
  out.push_back(assign(covered_, add(last, index(1))));
}

// Below a compressed level, a fiber without entries gets no run, and its coordinate is not appended.
void RunAppender::closeFiber(const Expr& parent, Body& out) {
  const Expr covered = variable(covered_, Type::I64), isOpen = less(covered, dimOf(facts_.result, level_));
  const bool mayBeDropped = level_ > 0 && !isBelowDense();
  Body rest;
  appendRun(lastCoordinate(), identity(), rest);
  out.push_back(ifThen(mayBeDropped ? both(less(index(0), covered), isOpen) : isOpen, std::move(rest)));
  out.push_back(store(arrays_.pos(facts_.result.tensor.name, level_), add(parent, index(1)), count()));
  if (isBelowDense()) out.push_back(assign(closed_, add(parent, index(1))));
}

void RunAppender::end(const Expr& fibers, Body& out) {
  if (!isBelowDense()) return;
  const notation::TensorVar& tensor = facts_.result.tensor;
  const Expr most = named(names_, out, fmt::format("{}{}_most", tensor.name, level_ + 1),
                          add(count(), subtract(fibers, variable(closed_, Type::I64))));
  out.push_back(grow(arrays_.crd(tensor.name, level_), most));
  out.push_back(grow(arrays_.values(tensor), most));
  closeUntil(fibers, out);
}

}  // namespace stardust::loops
