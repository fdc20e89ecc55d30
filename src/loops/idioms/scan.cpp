#include "loops/idioms/scan.h"

namespace stardust::loops {
namespace {

Meaning scanMeaning(const IdiomCall& call, Names& names) {
  const auto s = viewOf<Scan>(call);
  Meaning means;
  const Expr size = evaluated(names, means.body, "size", s.size);
  const std::string total = names.fresh("total"), element = names.fresh("element"), counter = names.fresh("n");
  const Expr sum = variable(total, call.type), at = variable(counter, Type::I64);
  means.body.push_back(declare(total, literal(call.type, std::int64_t{0})));
  means.body.push_back(forLoop(counter, index(0), size,
                               {let(element, load(s.sums, call.type, at)), store(s.sums, at, sum),
                                assign(total, binary(BinaryOp::Add, sum, variable(element, call.type)))}));
  means.body.push_back(store(s.sums, size, sum));
  return means;
}

}  // namespace

const Idiom& Scan::idiom() {
  static const Idiom row = {"scan",
                            Idiom::Form::Statement,
                            {{"sums", Use::Updates, Holds::Elements}, {"size", Use::Takes, Holds::Positions, "until"}},
                            scanMeaning};
  return row;
}

}  // namespace stardust::loops
