// Sorted coordinate lists with a hash table for each fiber (levels/hashed.h): walked like compressed levels, and
// searched in constant time.
#include "levels/hashed.h"

#include <fmt/format.h>

#include "loops/lower/levels/listed.h"

namespace stardust::loops {
namespace {

constexpr std::int64_t halfRange = std::int64_t{1} << 32;

Expr word(std::uint32_t value) { return literal(Type::U32, std::int64_t{value}); }

Expr hashOf(const OperandLevel& level, const Expr& coordinate) {
  const bool isWide = level.arrays.isWide(level.tensor());
  const auto part = [](const Expr& of) { return cast(Type::U32, of); };
  if (!isWide) return binary(BinaryOp::Mul, part(coordinate), word(hashMultiplier));
  const Expr low = part(binary(BinaryOp::Rem, coordinate, index(halfRange))),
             high = part(binary(BinaryOp::Div, coordinate, index(halfRange)));
  return binary(BinaryOp::Mul, binary(BinaryOp::Add, low, binary(BinaryOp::Mul, high, word(hashOfHigh))),
                word(hashMultiplier));
}

// A variable: the position in [begin, end) of the coordinate, or `end`.
Expr lookUp(const OperandLevel& level, const Expr& begin, const Expr& end, const Expr& coordinate, Body& out) {
  Names& names = level.names;
  const std::string prefix = level.prefix(), bits = level.arrays.bits(level.tensor(), level.level);
  const std::string found = names.fresh(prefix), at = names.fresh(prefix + "_slot"),
                    held = names.fresh(prefix + "_held");
  const Expr slot = variable(at, Type::I64), entry = variable(held, Type::I64);
  out.push_back(note(fmt::format("look {} up in the table of {}", level.var(), prefix)));
  out.push_back(declare(found, end));
  Body search;
  const Expr slots = named(names, search, prefix + "_slots", multiply(subtract(end, begin), index(2)));
  const Expr table = named(names, search, prefix + "_table", multiply(begin, index(2)));
  const Expr before = named(names, search, prefix + "_before", subtract(begin, index(1)));
  const Expr content = cast(Type::I64, load(bits, Type::U32, add(table, slot)));
  search.push_back(declare(
      at, binary(BinaryOp::Div, multiply(cast(Type::I64, hashOf(level, coordinate)), slots), index(halfRange))));
  search.push_back(declare(held, content));
  const Expr isOther = inverse(equals(coordinateAt(level, add(before, entry)), coordinate));
  const Expr next = add(slot, index(1));
  search.push_back(whileLoop(both(less(index(0), entry), isOther),
                             {assign(at, select(equals(next, slots), index(0), next)), assign(held, content)}));
  search.push_back(ifThen(less(index(0), entry), {assign(found, add(before, entry))}));
  out.push_back(ifThen(less(begin, end), std::move(search)));
  return variable(found, Type::I64);
}

// Walks the list if it leads a loop, and looks coordinates up if it follows.
class HashedCursor : public Cursor {
 public:
  HashedCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end)
      : level_(level), begin_(begin), end_(end), walk_(listedCursor(level, parent, std::move(begin), std::move(end))) {}

  void follow() override { follows_ = true; }
  void prepare(Body& out) override {
    if (!follows_) return walk_->prepare(out);
    begin_ = named(level_->names, out, level_->prefix() + "_begin", begin_);
    end_ = named(level_->names, out, level_->prefix() + "_end", end_);
  }
  void start(Body& out) override {
    if (!follows_) walk_->start(out);
  }
  Expr live() const override { return follows_ ? boolean(true) : walk_->live(); }
  Expr coordinate() const override { return follows_ ? wanted_ : walk_->coordinate(); }
  Expr holds(const Expr& coordinate) const override { return follows_ ? less(found_, end_) : walk_->holds(coordinate); }
  Position here(Body& out, const Expr& present) override {
    return follows_ ? Position{found_, present} : walk_->here(out, present);
  }
  void advance(Body& out) override {
    if (!follows_) walk_->advance(out);
  }
  void skipTo(Body& out, const Expr& coordinate) override {
    if (!follows_) return walk_->skipTo(out, coordinate);
    wanted_ = coordinate;
    found_ = lookUp(*level_, begin_, end_, coordinate, out);
  }
  Expr bound() const override { return follows_ ? subtract(end_, begin_) : walk_->bound(); }
  std::optional<Range> range() const override { return follows_ ? std::nullopt : walk_->range(); }

 private:
  KeptLevel level_;
  Expr begin_, end_;
  std::unique_ptr<Cursor> walk_;
  Expr wanted_, found_;
  bool follows_ = false;
};

std::unique_ptr<Cursor> hashedCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr end) {
  return std::make_unique<HashedCursor>(level, parent, std::move(begin), std::move(end));
}

Position locateHashed(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  const auto [first, last] = listedFiber(level, parent);
  const std::string prefix = level.prefix();
  const Expr begin = named(level.names, out, prefix + "_begin", first),
             end = named(level.names, out, prefix + "_end", last);
  const Expr at = lookUp(level, begin, end, coordinate, out);
  return {at, named(level.names, out, prefix + "_found", less(at, end))};
}

}  // namespace

const LevelLowering& hashedLowering() {
  static const LevelLowering row = {LevelFormat::Hashed, listedFiber, hashedCursor, locateHashed, listedPositions};
  return row;
}

}  // namespace stardust::loops
