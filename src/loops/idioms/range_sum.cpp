#include "loops/idioms/range_sum.h"

namespace stardust::loops {
namespace {

Meaning rangeSumMeaning(const IdiomCall& call, Names& names) {
  const auto s = viewOf<RangeSum>(call);
  const std::string total = names.fresh("total"), position = names.fresh("p");
  const Expr sum = variable(total, call.type), element = load(s.array, call.type, variable(position, Type::I64));
  return {{declare(total, literal(call.type, std::int64_t{0})),
           forLoop(position, s.begin, s.end, {assign(total, binary(BinaryOp::Add, sum, element))}, Order::Simd)},
          sum};
}

}  // namespace

const Idiom& RangeSum::idiom() {
  static const Idiom row = {"sum",
                            Idiom::Form::Expression,
                            {{"array", Use::Reads, Holds::Elements},
                             {"begin", Use::Takes, Holds::Positions},
                             {"end", Use::Takes, Holds::Positions}},
                            rangeSumMeaning};
  return row;
}

}  // namespace stardust::loops
