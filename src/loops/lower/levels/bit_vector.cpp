// One bit for each coordinate; the position of a coordinate is the rank of its bit.
#include <fmt/format.h>

#include "levels/registry.h"
#include "loops/lower/conditions.h"
#include "loops/lower/levels/listed.h"

namespace stardust::loops {
namespace {

constexpr std::int64_t bitsOfWord = 32;

/// Words of a fiber, padded to whole vectors.
Expr wordsOf(const Expr& dim) {
  const std::int64_t vector = levels::of(LevelFormat::BitVector).paddedTo;
  return multiply(binary(BinaryOp::Div, add(dim, index(vector - 1)), index(vector)), index(vector / bitsOfWord));
}

/// The bits of a fiber with `dim` coordinates: `words` words from word `first` of the array. The first bit has position
/// `rank`.
struct BitFiber {
  std::string bits;
  Expr first, words, rank, dim;
};

/// Iterates over set bits.
class BitCursor : public Cursor {
 public:
  BitCursor(Names& names, std::string prefix, BitFiber fiber)
      : names_(names), prefix_(std::move(prefix)), fiber_(std::move(fiber)) {}

  void prepare(Body& out) override {
    fiber_.first = named(names_, out, prefix_ + "_first", fiber_.first);
    fiber_.words = named(names_, out, prefix_ + "_words", fiber_.words);
    word_ = names_.fresh(prefix_ + "_word");
    left_ = names_.fresh(prefix_ + "_left");
    at_ = names_.fresh(prefix_);
  }
  void start(Body& out) override {
    out.push_back(declare(at_, fiber_.rank));
    out.push_back(declare(word_, index(0)));
    const Expr none = literal(Type::U32, std::int64_t{0});
    out.push_back(
        declare(left_, select(less(index(0), fiber_.words), load(fiber_.bits, Type::U32, fiber_.first), none)));
    skipEmpty(out);
  }
  Expr live() const override { return less(word(), fiber_.words); }
  Expr coordinate() const override { return add(multiply(word(), index(32)), unary(UnaryOp::TrailingZeros, left())); }
  Position here(Body&, const Expr& present) override { return {variable(at_, Type::I64), present}; }
  void advance(Body& out) override {
    const Expr one = literal(Type::U32, std::int64_t{1});
    out.push_back(assign(left_, binary(BinaryOp::BitAnd, left(), binary(BinaryOp::Sub, left(), one))));
    out.push_back(increment(at_));
    skipEmpty(out);
  }
  Expr bound() const override { return fiber_.dim; }

 private:
  Expr word() const { return variable(word_, Type::I64); }
  Expr left() const { return variable(left_, Type::U32); }  // the unvisited bits of the current word
  void skipEmpty(Body& out) const {
    const Expr empty = equals(left(), literal(Type::U32, std::int64_t{0}));
    const Stmt next = ifThen(live(), {assign(left_, load(fiber_.bits, Type::U32, add(fiber_.first, word())))});
    out.push_back(whileLoop(both(empty, live()), {increment(word_), next}));
  }

  Names& names_;
  std::string prefix_;
  BitFiber fiber_;
  std::string word_, left_, at_;
};

std::unique_ptr<Cursor> bitCursor(const OperandLevel& level, const Position& parent, Expr begin, Expr) {
  const Expr dim = level.dim(), words = wordsOf(dim);
  BitFiber fiber{level.arrays.bits(level.tensor(), level.level), multiply(parent.at, words),
                 ifPresent(parent.present, words), std::move(begin), dim};
  return std::make_unique<BitCursor>(level.names, level.prefix(), std::move(fiber));
}

// Tests the bit of the coordinate; its position is the rank.
Position locateBit(const OperandLevel& level, const Position& parent, const Expr& coordinate, Body& out) {
  Names& names = level.names;
  const std::string prefix = level.prefix(), bits = level.arrays.bits(level.tensor(), level.level);
  const Expr first = named(names, out, prefix + "_first", multiply(parent.at, wordsOf(level.dim())));
  const Expr word =
      named(names, out, prefix + "_word", add(first, binary(BinaryOp::Div, coordinate, index(bitsOfWord))));
  const Expr bit = cast(Type::U32, binary(BinaryOp::Rem, coordinate, index(bitsOfWord)));
  const Expr one = literal(Type::U32, std::int64_t{1});
  const Expr mask = named(names, out, prefix + "_bit", binary(BinaryOp::Shl, one, bit));
  const auto masked = [&](const Expr& with) { return binary(BinaryOp::BitAnd, load(bits, Type::U32, word), with); };
  const Expr isSet = binary(BinaryOp::Ne, masked(mask), literal(Type::U32, std::int64_t{0}));
  const Expr found = named(names, out, prefix + "_found", both(parent.present, isSet));
  const std::string rank = names.fresh(prefix), before = names.fresh(prefix + "_before");
  const Expr at = variable(rank, Type::I64);
  out.push_back(note(fmt::format("count the bits of {} before {}", prefix, level.var())));
  out.push_back(declare(rank, listedFiber(level, parent).first));
  const Expr count = unary(UnaryOp::CountOnes, load(bits, Type::U32, variable(before, Type::I64)));
  const Expr below = unary(UnaryOp::CountOnes, masked(binary(BinaryOp::Sub, mask, one)));
  out.push_back(
      ifThen(found, {forLoop(before, first, word, {assign(rank, add(at, count))}), assign(rank, add(at, below))}));
  return {at, found};
}

}  // namespace

const LevelLowering& bitVectorLowering() {
  static const LevelLowering row = {LevelFormat::BitVector, listedFiber, bitCursor, locateBit, listedPositions};
  return row;
}

}  // namespace stardust::loops
