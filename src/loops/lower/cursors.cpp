#include "loops/lower/cursors.h"

namespace stardust::loops {
namespace {

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

std::unique_ptr<Cursor> listCursor(Names& names, const std::string& prefix, std::string list, Type type, Expr length) {
  return std::make_unique<ListCursor>(names, prefix, std::move(list), type, std::move(length));
}

Stmt increment(const std::string& name) { return assign(name, add(variable(name, Type::I64), index(1))); }

}  // namespace stardust::loops
