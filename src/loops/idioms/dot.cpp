#include "loops/idioms/dot.h"

namespace stardust::loops {
namespace {

Meaning dotMeaning(const IdiomCall& call, Names& names) {
  const auto d = viewOf<Dot>(call);
  Meaning means;
  const Expr base = named(names, means.body, "base", d.base);
  const std::string total = names.fresh("total"), position = names.fresh("p");
  const Expr p = variable(position, Type::I64), sum = variable(total, call.type);
  const Expr coordinate = cast(Type::I64, load(d.crd, Type::I32, p));
  const Expr product = binary(BinaryOp::Mul, load(d.values, call.type, p), load(d.x, call.type, add(base, coordinate)));
  means.body.push_back(declare(total, literal(call.type, std::int64_t{0})));
  means.body.push_back(forLoop(position, d.begin, d.end, {assign(total, binary(BinaryOp::Add, sum, product))}));
  means.value = sum;
  return means;
}

}  // namespace

const Idiom& Dot::idiom() {
  static const Idiom row = {"dot",
                            Idiom::Form::Expression,
                            {{"values", Use::Reads, Holds::Elements},
                             {"crd", Use::Reads, Holds::Coordinates},
                             {"x", Use::Reads, Holds::Elements},
                             {"base", Use::Takes, Holds::Positions},
                             {"begin", Use::Takes, Holds::Positions},
                             {"end", Use::Takes, Holds::Positions}},
                            dotMeaning};
  return row;
}

}  // namespace stardust::loops
