#include "loops/idioms/sparse_dot.h"

namespace stardust::loops {
namespace {

// Two-pointer merge: each step compares two coordinates, and advances the fiber with the smaller one, or both.
Meaning sparseDotMeaning(const IdiomCall& call, Names& names) {
  const auto [a, b] = viewOf<SparseDot>(call);
  Meaning means;
  const Expr aEnd = named(names, means.body, "a_end", a.end), bEnd = named(names, means.body, "b_end", b.end);
  const std::string total = names.fresh("total"), atA = names.fresh("a_at"), atB = names.fresh("b_at");
  const Expr p = variable(atA, Type::I64), q = variable(atB, Type::I64), sum = variable(total, call.type);
  for (const auto& [name, begin] : {std::pair(atA, a.begin), std::pair(atB, b.begin)})
    means.body.push_back(declare(name, begin));
  means.body.push_back(declare(total, literal(call.type, std::int64_t{0})));

  const std::string ofA = names.fresh("a_crd"), ofB = names.fresh("b_crd");
  const Expr x = variable(ofA, Type::I32), y = variable(ofB, Type::I32);
  const auto past = [](const Expr& at, const Expr& crd, const Expr& other) {
    return binary(BinaryOp::Add, at, cast(Type::I64, binary(BinaryOp::Le, crd, other)));
  };
  const Expr product = binary(BinaryOp::Mul, load(a.values, call.type, p), load(b.values, call.type, q));
  const Body step = {let(ofA, load(a.crd, Type::I32, p)), let(ofB, load(b.crd, Type::I32, q)),
                     ifThen(equals(x, y), {assign(total, binary(BinaryOp::Add, sum, product))}),
                     assign(atA, past(p, x, y)), assign(atB, past(q, y, x))};
  means.body.push_back(whileLoop(binary(BinaryOp::And, less(p, aEnd), less(q, bEnd)), step));
  means.value = sum;
  return means;
}

}  // namespace

const Idiom& SparseDot::idiom() {
  static const Idiom row = {"sparse_dot",
                            Idiom::Form::Expression,
                            {{"values", Use::Reads, Holds::Elements},
                             {"crd", Use::Reads, Holds::Coordinates},
                             {"begin", Use::Takes, Holds::Positions},
                             {"end", Use::Takes, Holds::Positions},
                             {"values", Use::Reads, Holds::Elements},
                             {"crd", Use::Reads, Holds::Coordinates},
                             {"begin", Use::Takes, Holds::Positions},
                             {"end", Use::Takes, Holds::Positions}},
                            sparseDotMeaning};
  return row;
}

}  // namespace stardust::loops
