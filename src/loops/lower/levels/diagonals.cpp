// Diagonals that all fibers share. A cursor counts the diagonals that cross its row, whose offsets ascend.
#include "loops/lower/levels/listed.h"

namespace stardust::loops {
namespace {

Expr diagonalsOf(const OperandLevel& level) { return level.arrays.position(level.tensor(), level.level, index(1)); }

Expr positionOf(const OperandLevel& level, const Expr& diagonal, const Expr& coordinate) {
  return add(multiply(diagonal, level.dim()), coordinate);
}

class DiagonalsCursor : public Cursor {
 public:
  DiagonalsCursor(const OperandLevel& level, Expr row, Expr begin, Expr end)
      : level_(level), row_(std::move(row)), begin_(std::move(begin)), end_(std::move(end)) {
    dim_ = level.dim();
    level_->arrays.crd(level_->tensor(), level_->level);
  }

  void prepare(Body& out) override {
    const std::string prefix = level_->prefix(), first = level_->names.fresh(prefix + "_begin"),
                      last = level_->names.fresh(prefix + "_end");
    const Expr begin = variable(first, Type::I64), end = variable(last, Type::I64);
    row_ = named(level_->names, out, prefix + "_row", row_);
    out.push_back(declare(last, end_));
    out.push_back(declare(first, begin_));
    out.push_back(whileLoop(both(less(begin, end), less(coordinateOf(begin), index(0))), {increment(first)}));
    const Expr before = subtract(end, index(1));
    out.push_back(
        whileLoop(both(less(begin, end), binary(BinaryOp::Ge, coordinateOf(before), dim_)), {assign(last, before)}));
    begin_ = begin, end_ = end;
    at_ = level_->names.fresh(prefix);
  }
  void start(Body& out) override { out.push_back(declare(at_, begin_)); }
  Expr live() const override { return less(at(), end_); }
  Expr coordinate() const override { return coordinateOf(at()); }
  Position here(Body& out, const Expr& present) override {
    const Expr position = add(multiply(at(), dim_), chosen(present, coordinate(), index(0)));
    return {named(level_->names, out, level_->prefix() + "_at", position), present};
  }
  void advance(Body& out) override { out.push_back(increment(at_)); }
  Expr bound() const override { return subtract(end_, begin_); }
  std::optional<Range> range() const override { return Range{at_, begin_, end_}; }

 private:
  Expr at() const { return variable(at_, Type::I64); }
  Expr coordinateOf(const Expr& diagonal) const { return add(row_, coordinateAt(*level_, diagonal)); }

  KeptLevel level_;
  Expr row_, begin_, end_, dim_;
  std::string at_;
};

std::pair<Expr, Expr> diagonalsFiber(const OperandLevel& level, const Position& parent) {
  return {index(0), ifPresent(parent.present, diagonalsOf(level))};
}

std::unique_ptr<Cursor> diagonalsCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end) {
  return std::make_unique<DiagonalsCursor>(level, parent.at, std::move(begin), std::move(end));
}

Position locateOnDiagonal(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  const std::string prefix = level.prefix();
  const Expr end = named(level.names, out, prefix + "_end", diagonalsFiber(level, parent).second);
  const Expr offset = named(level.names, out, prefix + "_offset", subtract(coordinate, parent.at));
  const Expr diagonal = firstNotBelow(level, index(0), end, offset, out);
  const Expr found = named(level.names, out, prefix + "_found",
                           both(less(diagonal, end), equals(coordinateAt(level, diagonal), offset)));
  return {named(level.names, out, prefix + "_at", positionOf(level, diagonal, coordinate)), found};
}

Expr diagonalsPositions(const OperandLevel& level, const Expr& above) { return multiply(above, diagonalsOf(level)); }

Body acrossDiagonals(const OperandLevel& level, const Expr& begin, const Expr& end, const VisitElement& visit) {
  Names& names = level.names;
  const std::string prefix = level.prefix(), diagonal = names.fresh(prefix), row = names.fresh(prefix + "_row");
  const Expr k = variable(diagonal, Type::I64), at = variable(row, Type::I64);
  Body rows, element;
  const Expr offset = named(names, rows, prefix + "_offset", coordinateAt(level, k));
  const Expr base = named(names, rows, prefix + "_base", multiply(k, level.dim()));
  const Expr first = named(names, rows, prefix + "_first", binary(BinaryOp::Max, begin, subtract(index(0), offset)));
  const Expr last = named(names, rows, prefix + "_last", binary(BinaryOp::Min, end, subtract(level.dim(), offset)));
  const Expr coordinate = named(names, element, level.var(), add(at, offset));
  visit(at, coordinate, named(names, element, prefix + "_at", add(base, coordinate)), element);
  rows.push_back(forLoop(row, first, last, std::move(element), Order::Simd));
  return {forLoop(diagonal, index(0), diagonalsOf(level), std::move(rows))};
}

}  // namespace

const LevelLowering& diagonalsLowering() {
  static const LevelLowering row = {LevelFormat::Diagonals, diagonalsFiber,     diagonalsCursor,
                                    locateOnDiagonal,       diagonalsPositions, acrossDiagonals};
  return row;
}

}  // namespace stardust::loops
