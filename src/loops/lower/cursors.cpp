#include "loops/lower/cursors.h"

namespace stardust::loops {
namespace {

Stmt increment(const std::string& name) { return assign(name, add(variable(name, Type::I64), index(1))); }

class PositionCursor : public Cursor {
 public:
  PositionCursor(Names& names, const std::string& prefix, std::string crd, Expr begin, Expr end, bool repeats)
      : names_(names),
        prefix_(prefix),
        crd_(std::move(crd)),
        begin_(std::move(begin)),
        end_(std::move(end)),
        repeats_(repeats) {}

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
    // The last position of this coordinate, plus one.
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
    out.push_back(whileLoop(both(live(), less(this->coordinate(), coordinate)), {increment(at_)}));
  }
  Expr bound() const override { return subtract(end_, begin_); }
  std::optional<Range> range() const override {
    return repeats_ ? std::nullopt : std::optional<Range>({at_, begin_, end_});
  }

 private:
  Expr at() const { return variable(at_, Type::I64); }
  Expr coordinateAt(const Expr& position) const { return cast(Type::I64, load(crd_, Type::I32, position)); }

  Names& names_;
  std::string prefix_, crd_;
  Expr begin_, end_;
  bool repeats_;
  std::string at_, stop_;
};

class BitCursor : public Cursor {
 public:
  BitCursor(Names& names, const std::string& prefix, std::string bits, Expr first, Expr words, Expr rank, Expr dim)
      : names_(names),
        prefix_(prefix),
        bits_(std::move(bits)),
        first_(std::move(first)),
        words_(std::move(words)),
        rank_(std::move(rank)),
        dim_(std::move(dim)) {}

  void prepare(Body& out) override {
    first_ = named(names_, out, prefix_ + "_first", first_);
    words_ = named(names_, out, prefix_ + "_words", words_);
    word_ = names_.fresh(prefix_ + "_word");
    left_ = names_.fresh(prefix_ + "_left");
    at_ = names_.fresh(prefix_);
  }
  void start(Body& out) override {
    out.push_back(declare(at_, rank_));
    out.push_back(declare(word_, index(0)));
    const Expr none = literal(Type::U32, std::int64_t{0});
    out.push_back(declare(left_, select(less(index(0), words_), load(bits_, Type::U32, first_), none)));
    skipEmpty(out);
  }
  Expr live() const override { return less(word(), words_); }
  Expr coordinate() const override { return add(multiply(word(), index(32)), unary(UnaryOp::TrailingZeros, left())); }
  Position here(Body&, const Expr& present) override { return {variable(at_, Type::I64), present}; }
  void advance(Body& out) override {
    const Expr one = literal(Type::U32, std::int64_t{1});
    out.push_back(assign(left_, binary(BinaryOp::BitAnd, left(), binary(BinaryOp::Sub, left(), one))));
    out.push_back(increment(at_));
    skipEmpty(out);
  }
  Expr bound() const override { return dim_; }

 private:
  Expr word() const { return variable(word_, Type::I64); }
  Expr left() const { return variable(left_, Type::U32); }  // the bits of the word that were not visited
  void skipEmpty(Body& out) const {
    const Expr empty = equals(left(), literal(Type::U32, std::int64_t{0}));
    const Stmt next = ifThen(live(), {assign(left_, load(bits_, Type::U32, add(first_, word())))});
    out.push_back(whileLoop(both(empty, live()), {increment(word_), next}));
  }

  Names& names_;
  std::string prefix_, bits_;
  Expr first_, words_, rank_, dim_;
  std::string word_, left_, at_;
};

class ListCursor : public Cursor {
 public:
  ListCursor(Names& names, const std::string& prefix, std::string list, Type type, Expr length)
      : at_(names.fresh(prefix)), list_(std::move(list)), type_(type), length_(std::move(length)) {}

  void prepare(Body&) override {}
  void start(Body& out) override { out.push_back(declare(at_, index(0))); }
  Expr live() const override { return less(at(), length_); }
  Expr coordinate() const override { return converted(Type::I64, load(list_, type_, at())); }
  Position here(Body&, const Expr& present) override { return {Expr(), present}; }
  void advance(Body& out) override { out.push_back(increment(at_)); }
  Expr bound() const override { return length_; }
  std::optional<Range> range() const override { return Range{at_, index(0), length_}; }

 private:
  Expr at() const { return variable(at_, Type::I64); }

  std::string at_, list_;
  Type type_;
  Expr length_;
};

}  // namespace

Expr Cursor::holds(const Expr& coordinate) const { return both(live(), equals(this->coordinate(), coordinate)); }

void Cursor::skipTo(Body& out, const Expr& coordinate) {
  Body step;
  advance(step);
  out.push_back(whileLoop(both(live(), less(this->coordinate(), coordinate)), std::move(step)));
}

std::unique_ptr<Cursor> positionCursor(Names& names, const std::string& prefix, std::string crd, Expr begin, Expr end,
                                       bool repeats) {
  return std::make_unique<PositionCursor>(names, prefix, std::move(crd), std::move(begin), std::move(end), repeats);
}
std::unique_ptr<Cursor> bitCursor(Names& names, const std::string& prefix, std::string bits, Expr first, Expr words,
                                  Expr rank, Expr dim) {
  return std::make_unique<BitCursor>(names, prefix, std::move(bits), std::move(first), std::move(words),
                                     std::move(rank), std::move(dim));
}
std::unique_ptr<Cursor> listCursor(Names& names, const std::string& prefix, std::string list, Type type, Expr length) {
  return std::make_unique<ListCursor>(names, prefix, std::move(list), type, std::move(length));
}

Expr named(Names& names, Body& out, const std::string& wanted, Expr value) {
  if (std::holds_alternative<Variable>(value->kind) || std::holds_alternative<Literal>(value->kind)) return value;
  const std::string name = names.fresh(wanted);
  const Type type = value->type;
  out.push_back(let(name, std::move(value)));
  return variable(name, type);
}

}  // namespace stardust::loops
