#include "loops/lower/levels/intervals.h"

namespace stardust::loops {
namespace {

// If it follows, a coordinate is located in constant time, and the cursor has no end.
class IntervalCursor : public Cursor {
 public:
  IntervalCursor(const OperandLevel& level, Expr begin, Expr end, Expr first)
      : names_(level.names),
        prefix_(level.prefix()),
        begin_(std::move(begin)),
        end_(std::move(end)),
        shift_(std::move(first)) {}

  void follow() override { follows_ = true; }
  void prepare(Body& out) override {
    begin_ = named(names_, out, prefix_ + "_begin", begin_);
    end_ = named(names_, out, prefix_ + "_end", end_);
    shift_ = named(names_, out, prefix_ + "_shift", subtract(shift_, begin_));
    at_ = names_.fresh(prefix_);
  }
  void start(Body& out) override {
    if (!follows_) out.push_back(declare(at_, begin_));
  }
  Expr live() const override { return follows_ ? boolean(true) : less(at(), end_); }
  Expr coordinate() const override { return add(at(), shift_); }
  Expr holds(const Expr& coordinate) const override {
    if (!follows_) return Cursor::holds(coordinate);
    return both(binary(BinaryOp::Ge, at(), begin_), less(at(), end_));
  }
  Position here(Body&, const Expr& present) override { return {at(), present}; }
  void advance(Body& out) override { out.push_back(increment(at_)); }
  void skipTo(Body& out, const Expr& coordinate) override {
    const Expr wanted = subtract(coordinate, shift_);
    if (follows_) out.push_back(let(at_, wanted));
    else out.push_back(assign(at_, binary(BinaryOp::Max, at(), wanted)));
  }
  Expr bound() const override { return subtract(end_, begin_); }
  std::optional<Range> range() const override {
    return follows_ ? std::nullopt : std::optional<Range>({at_, begin_, end_});
  }

 private:
  Expr at() const { return variable(at_, Type::I64); }

  Names& names_;
  std::string prefix_;
  Expr begin_, end_, shift_;  // coordinate = position + shift
  std::string at_;
  bool follows_ = false;
};

}  // namespace

std::unique_ptr<Cursor> intervalCursor(const OperandLevel& level, Expr begin, Expr end, Expr first) {
  return std::make_unique<IntervalCursor>(level, std::move(begin), std::move(end), std::move(first));
}

Position locateInInterval(const OperandLevel& level, const std::pair<Expr, Expr>& fiber, const Expr& first,
                          const Expr& coordinate, Body& out) {
  const std::string prefix = level.prefix();
  const Expr begin = named(level.names, out, prefix + "_begin", fiber.first),
             end = named(level.names, out, prefix + "_end", fiber.second);
  const Expr at = named(level.names, out, prefix, add(begin, subtract(coordinate, first)));
  return {at, named(level.names, out, prefix + "_found", both(binary(BinaryOp::Ge, at, begin), less(at, end)))};
}

}  // namespace stardust::loops
