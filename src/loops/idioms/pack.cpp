#include "loops/idioms/pack.h"

namespace stardust::loops {
namespace {

Meaning packMeaning(const IdiomCall& call, Names& names) {
  const auto p = viewOf<Pack>(call);
  Meaning means;
  const Expr fill = evaluated(names, means.body, "fill", p.fill);
  const std::string coordinate = names.fresh("n");
  const Expr n = variable(coordinate, Type::I64), count = variable(p.count, Type::I64);
  const Body taken = {store(p.stored, n, boolean(false)), store(p.crd, count, cast(Type::I32, n)),
                      store(p.vals, count, load(p.values, call.type, n)), store(p.values, n, fill),
                      assign(p.count, add(count, index(1)))};
  means.body.push_back(forLoop(coordinate, index(0), p.size, {ifThen(load(p.stored, Type::Bool, n), taken)}));
  return means;
}

}  // namespace

const Idiom& Pack::idiom() {
  static const Idiom row = {"pack",
                            Idiom::Form::Statement,
                            {{"values", Use::Updates, Holds::Elements},
                             {"stored", Use::Updates, Holds::Flags},
                             {"size", Use::Takes, Holds::Positions, "until"},
                             {"crd", Use::Writes, Holds::Coordinates, "into"},
                             {"vals", Use::Writes, Holds::Elements},
                             {"count", Use::Counts, Holds::Positions, "at"},
                             {"fill", Use::Takes, Holds::Elements, "="}},
                            packMeaning};
  return row;
}

}  // namespace stardust::loops
