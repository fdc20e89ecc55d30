#include "loops/lower/levels/listed.h"

#include <fmt/format.h>

#include "loops/lower/conditions.h"

namespace stardust::loops {
namespace {

/// Positions [begin, end) of a crd array. `repeats`: a coordinate may have several adjacent positions.
class PositionCursor : public Cursor {
 public:
  PositionCursor(const OperandLevel& level, Expr begin, Expr end)
      : names_(level.names),
        arrays_(level.arrays),
        tensor_(level.tensor()),
        level_(level.level),
        prefix_(level.prefix()),
        begin_(std::move(begin)),
        end_(std::move(end)),
        repeats_(level.repeats()) {
    arrays_.crd(tensor_, level_);  // a parameter, even where no coordinate is loaded
  }

  void prepare(Body& out) override {
    begin_ = named(names_, out, prefix_ + "_begin", begin_);
    end_ = named(names_, out, prefix_ + "_end", end_);
    at_ = names_.fresh(prefix_);
  }
  void start(Body& out) override { out.push_back(declare(at_, begin_)); }
  Expr live() const override { return less(at(), end_); }
  Expr coordinate() const override { return coordinateAt(at()); }

  Position here(Body& out, const Expr& present) override {
    if (!repeats_) return {at(), present};
    // One past the last position of this coordinate.
    stop_ = names_.fresh(prefix_ + "_stop");
    const Expr stop = variable(stop_, Type::I64);
    const Expr same = both(less(stop, end_), equals(coordinateAt(stop), coordinateAt(at())));
    out.push_back(declare(stop_, at()));
    out.push_back(whileLoop(both(present, same), {increment(stop_)}));
    return {at(), present, stop};
  }
  void advance(Body& out) override {
    out.push_back(repeats_ ? assign(at_, variable(stop_, Type::I64)) : increment(at_));
  }
  void skipTo(Body& out, const Expr& coordinate) override {
    if (arrays_.isWide(tensor_)) return gallopTo(out, coordinate);
    out.push_back(whileLoop(both(live(), less(this->coordinate(), coordinate)), {increment(at_)}));
  }
  Expr bound() const override { return subtract(end_, begin_); }
  std::optional<Range> range() const override {
    return repeats_ ? std::nullopt : std::optional<Range>({at_, begin_, end_});
  }

 private:
  // Fibers of wide extents may be far longer than the one that leads, and no table can have an element for each
  // coordinate. Steps of doubled size end beyond the coordinate, and the last step is searched.
  void gallopTo(Body& out, const Expr& coordinate) {
    const std::string step = names_.fresh(prefix_ + "_step"), high = names_.fresh(prefix_ + "_high"),
                      middle = names_.fresh(prefix_ + "_middle");
    const Expr size = variable(step, Type::I64), above = variable(high, Type::I64), mid = variable(middle, Type::I64);
    const Expr ahead = add(at(), size), half = binary(BinaryOp::Div, subtract(above, at()), index(2));
    const Body gallop = {
        declare(step, index(1)),
        whileLoop(both(less(ahead, end_), less(coordinateAt(ahead), coordinate)),
                  {assign(at_, ahead), assign(step, multiply(size, index(2)))}),
        declare(high, binary(BinaryOp::Min, ahead, end_)),
        whileLoop(less(at(), above),
                  {let(middle, add(at(), half)), ifThen(less(coordinateAt(mid), coordinate),
                                                        {assign(at_, add(mid, index(1)))}, {assign(high, mid)})})};
    out.push_back(ifThen(both(live(), less(this->coordinate(), coordinate)), gallop));
  }

  Expr at() const { return variable(at_, Type::I64); }
  Expr coordinateAt(const Expr& position) const { return arrays_.coordinate(tensor_, level_, position); }

  Names& names_;
  Arrays& arrays_;
  std::string tensor_;
  int level_;
  std::string prefix_;
  Expr begin_, end_;
  bool repeats_;
  std::string at_, stop_;
};

}  // namespace

std::pair<Expr, Expr> listedFiber(const OperandLevel& level, const Position& parent) {
  const Expr begin = level.arrays.position(level.tensor(), level.level, parent.at),
             end = level.arrays.position(level.tensor(), level.level, add(parent.at, index(1)));
  return {ifPresent(parent.present, begin), ifPresent(parent.present, end)};
}

Expr listedPositions(const OperandLevel& level, const Expr& above) {
  return level.arrays.position(level.tensor(), level.level, above);
}

std::unique_ptr<Cursor> listedCursor(const OperandLevel& level, const Position&, Expr begin, Expr end) {
  return std::make_unique<PositionCursor>(level, std::move(begin), std::move(end));
}

Expr coordinateAt(const OperandLevel& level, const Expr& position) {
  return level.arrays.coordinate(level.tensor(), level.level, position);
}

Expr firstNotBelow(const OperandLevel& level, const Expr& begin, const Expr& end, const Expr& coordinate, Body& out) {
  const std::string prefix = level.prefix();
  const std::string low = level.names.fresh(prefix), high = level.names.fresh(prefix + "_high"),
                    middle = level.names.fresh(prefix + "_middle");
  const Expr at = variable(low, Type::I64), above = variable(high, Type::I64), mid = variable(middle, Type::I64);
  out.push_back(note(fmt::format("search {} for {}", prefix, level.var())));
  out.push_back(declare(low, begin));
  out.push_back(declare(high, end));
  const Expr half = binary(BinaryOp::Div, subtract(above, at), index(2));
  out.push_back(whileLoop(
      less(at, above), {let(middle, add(at, half)), ifThen(less(coordinateAt(level, mid), coordinate),
                                                           {assign(low, add(mid, index(1)))}, {assign(high, mid)})}));
  return at;
}

Position locateListed(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  const std::string prefix = level.prefix();
  const auto [begin, end] = loweringOf(level.access.tensor.format.level(level.level)).fiber(level, parent);
  const Expr last = named(level.names, out, prefix + "_end", end);
  const Expr at = firstNotBelow(level, begin, last, coordinate, out);
  const Expr found =
      named(level.names, out, prefix + "_found", both(less(at, last), equals(coordinateAt(level, at), coordinate)));
  if (!level.repeats()) return {at, found};
  const std::string stop = level.names.fresh(prefix + "_stop");
  const Expr after = variable(stop, Type::I64);
  const Expr sameCoordinate = both(less(after, last), equals(coordinateAt(level, after), coordinate));
  out.push_back(declare(stop, at));
  out.push_back(whileLoop(both(found, sameCoordinate), {assign(stop, add(after, index(1)))}));
  return {at, found, after};
}

}  // namespace stardust::loops
