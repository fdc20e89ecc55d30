// Dense blocks, compressed. A cursor counts the columns of the blocks that its row crosses: number q is column q % C of
// block q / C. A loop that it counts alone is a loop over blocks around one over their columns.
#include "loops/lower/levels/listed.h"

namespace stardust::loops {
namespace {

Block blockOf(const OperandLevel& level) { return level.access.tensor.format.block(); }

Expr divided(const Expr& number, std::int64_t by) {
  return by == 1 ? number : binary(BinaryOp::Div, number, index(by));
}

Expr remainder(const Expr& number, std::int64_t by) {
  return by == 1 ? index(0) : binary(BinaryOp::Rem, number, index(by));
}

// The blocks that a row crosses.
std::pair<Expr, Expr> blocksOf(const OperandLevel& level, const Position& parent) {
  const Expr row = divided(parent.at, blockOf(level).rows);
  return {ifPresent(parent.present, listedPositions(level, row)),
          ifPresent(parent.present, listedPositions(level, add(row, index(1))))};
}

std::pair<Expr, Expr> blockedFiber(const OperandLevel& level, const Position& parent) {
  const auto [begin, end] = blocksOf(level, parent);
  const Expr columns = index(blockOf(level).columns);
  return {multiply(begin, columns), multiply(end, columns)};
}

class BlockCursor : public Cursor {
 public:
  BlockCursor(const OperandLevel& level, Expr row, Expr begin, Expr end)
      : level_(level), block_(blockOf(level)), row_(std::move(row)), begin_(std::move(begin)), end_(std::move(end)) {
    dim_ = level.dim();
    level_->arrays.crd(level_->tensor(), level_->level);
  }

  void prepare(Body& out) override {
    const std::string prefix = level_->prefix();
    begin_ = named(level_->names, out, prefix + "_begin", begin_);
    const Expr all = all_ = named(level_->names, out, prefix + "_all", end_);
    // The last block may leave the matrix.
    const Expr left = subtract(dim_, coordinateOf(subtract(all, index(block_.columns))));
    const Expr last = add(subtract(all, index(block_.columns)), left);
    end_ = block_.columns == 1 ? all
                               : named(level_->names, out, prefix + "_end",
                                       select(less(begin_, all), binary(BinaryOp::Min, all, last), all));
    row_ = named(level_->names, out, prefix + "_row", multiply(remainder(row_, block_.rows), index(block_.columns)));
    at_ = level_->names.fresh(prefix);
  }
  void start(Body& out) override { out.push_back(declare(at_, begin_)); }
  Expr live() const override { return less(at(), end_); }
  Expr coordinate() const override {
    return isNested() ? add(multiply(coordinateAt(*level_, block()), index(block_.columns)), column())
                      : coordinateOf(at());
  }
  Position here(Body& out, const Expr& present) override {
    if (isNested()) {
      const Expr first = add(row_, multiply(block(), index(std::int64_t{block_.rows} * block_.columns)));
      return {named(level_->names, out, level_->prefix() + "_at", add(first, column())), present};
    }
    const std::int64_t others = std::int64_t{block_.rows - 1} * block_.columns;
    const Expr before = add(row_, multiply(divided(at(), block_.columns), index(others)));
    return {named(level_->names, out, level_->prefix() + "_at", add(before, at())), present};
  }
  void advance(Body& out) override { out.push_back(increment(at_)); }
  Expr bound() const override { return subtract(end_, begin_); }
  std::optional<Range> range() const override { return Range{at_, begin_, end_}; }
  // All blocks but one at the edge have all their columns.
  std::optional<Nest> nest(Body& out) override {
    if (block_.columns == 1) return std::nullopt;
    const std::string prefix = level_->prefix();
    const auto blocks = [&](const char* what, const Expr& columns) {
      return named(level_->names, out, prefix + what, divided(columns, block_.columns));
    };
    const Expr first = blocks("_first", begin_), whole = blocks("_whole", end_), last = blocks("_last", all_);
    outer_ = level_->names.fresh(prefix + "_block");
    inner_ = level_->names.fresh(prefix + "_column");
    return Nest{
        outer_, inner_, {{first, whole, index(block_.columns)}, {whole, last, remainder(end_, block_.columns)}}};
  }

 private:
  Expr at() const { return variable(at_, Type::I64); }
  bool isNested() const { return !outer_.empty(); }
  Expr block() const { return variable(outer_, Type::I64); }
  Expr column() const { return variable(inner_, Type::I64); }
  Expr coordinateOf(const Expr& number) const {
    return add(multiply(coordinateAt(*level_, divided(number, block_.columns)), index(block_.columns)),
               remainder(number, block_.columns));
  }

  KeptLevel level_;
  Block block_;
  Expr row_, begin_, end_, all_, dim_;
  std::string at_, outer_, inner_;
};

std::unique_ptr<Cursor> blockCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end) {
  return std::make_unique<BlockCursor>(level, parent.at, std::move(begin), std::move(end));
}

Position locateInBlocks(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  const Block block = blockOf(level);
  const std::string prefix = level.prefix();
  const auto [first, last] = blocksOf(level, parent);
  const Expr begin = named(level.names, out, prefix + "_begin", first),
             end = named(level.names, out, prefix + "_end", last);
  const Expr column = named(level.names, out, prefix + "_column", divided(coordinate, block.columns));
  const Expr at = firstNotBelow(level, begin, end, column, out);
  const Expr found =
      named(level.names, out, prefix + "_found", both(less(at, end), equals(coordinateAt(level, at), column)));
  const Expr row = add(multiply(at, index(block.rows)), remainder(parent.at, block.rows));
  const Expr position = add(multiply(row, index(block.columns)), remainder(coordinate, block.columns));
  return {named(level.names, out, prefix + "_at", position), found};
}

Expr blockedPositions(const OperandLevel& level, const Expr& above) {
  const Block block = blockOf(level);
  const Expr row = divided(above, block.rows), left = remainder(above, block.rows);
  const Expr before = multiply(listedPositions(level, row), index(std::int64_t{block.rows} * block.columns));
  if (block.rows == 1) return before;
  const Expr here = subtract(listedPositions(level, add(row, index(1))), listedPositions(level, row));
  return add(before, select(less(index(0), left), multiply(multiply(left, here), index(block.columns)), index(0)));
}

}  // namespace

const LevelLowering& blockedLowering() {
  static const LevelLowering row = {LevelFormat::Blocked, blockedFiber, blockCursor, locateInBlocks, blockedPositions};
  return row;
}

}  // namespace stardust::loops
