#include "loops/idioms/unite.h"

#include <limits>

namespace stardust::loops {
namespace {

/// The cursor of one fiber.
struct Walk {
  std::string at;
  Expr end, coordinate;  ///< at the end, the coordinate is greater than all others
  Expr value;

  static Walk along(const Fiber& f, Type type, Names& names, Body& before, Body& step) {
    const Expr end = evaluated(names, before, "end", f.end);
    const std::string at = names.fresh("at"), coordinate = names.fresh("coordinate");
    const Expr p = variable(at, Type::I64);
    before.push_back(declare(at, f.begin));
    step.push_back(let(coordinate, select(less(p, end), cast(Type::I64, load(f.crd, Type::I32, p)),
                                          index(std::numeric_limits<std::int64_t>::max()))));
    return {at, end, variable(coordinate, Type::I64), load(f.values, type, p)};
  }
  Expr isLeft() const { return less(variable(at, Type::I64), end); }
  Expr isAt(const Expr& least) const { return equals(coordinate, least); }
  Expr valueAt(const Expr& least, Type type) const {
    return select(isAt(least), value, literal(type, std::int64_t{0}));
  }
  Stmt goesOn(const Expr& least) const {
    return ifThen(isAt(least), {assign(at, add(variable(at, Type::I64), index(1)))});
  }
};

Meaning uniteMeaning(const IdiomCall& call, Names& names) {
  const auto u = viewOf<Unite>(call);
  Meaning means;
  Body step;
  const Walk a = Walk::along(u.a, call.type, names, means.body, step),
             b = Walk::along(u.b, call.type, names, means.body, step);
  const std::string smaller = names.fresh("least");
  const Expr least = variable(smaller, Type::I64), count = variable(u.count, Type::I64);
  step.push_back(let(smaller, binary(BinaryOp::Min, a.coordinate, b.coordinate)));
  step.push_back(store(u.vals, count, binary(BinaryOp::Add, a.valueAt(least, call.type), b.valueAt(least, call.type))));
  step.push_back(store(u.crd, count, cast(Type::I32, least)));
  step.push_back(assign(u.count, add(count, index(1))));
  step.push_back(a.goesOn(least));
  step.push_back(b.goesOn(least));
  means.body.push_back(whileLoop(binary(BinaryOp::Or, a.isLeft(), b.isLeft()), step));
  return means;
}

}  // namespace

const Idiom& Unite::idiom() {
  static const Idiom row = {"unite",
                            Idiom::Form::Statement,
                            {{"values", Use::Reads, Holds::Elements},
                             {"crd", Use::Reads, Holds::Coordinates},
                             {"begin", Use::Takes, Holds::Positions},
                             {"end", Use::Takes, Holds::Positions},
                             {"values", Use::Reads, Holds::Elements, "with"},
                             {"crd", Use::Reads, Holds::Coordinates},
                             {"begin", Use::Takes, Holds::Positions},
                             {"end", Use::Takes, Holds::Positions},
                             {"vals", Use::Writes, Holds::Elements, "into"},
                             {"crd", Use::Writes, Holds::Coordinates},
                             {"count", Use::Counts, Holds::Positions, "at"}},
                            uniteMeaning};
  return row;
}

}  // namespace stardust::loops
