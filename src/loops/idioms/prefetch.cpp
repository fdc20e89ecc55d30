#include "loops/idioms/prefetch.h"

namespace stardust::loops {
namespace {

Meaning prefetchMeaning(const IdiomCall& call, Names& names) {
  const auto p = viewOf<Prefetch>(call);
  Body read;
  for (const Expr& begin : p.begins) {
    const Expr first = named(names, read, "row", begin), last = add(first, subtract(p.size, index(1)));
    for (const Expr& place : {first, last}) read.push_back(let(names.fresh("ahead"), load(p.array, call.type, place)));
  }
  const Expr hasRows = both(less(p.at, length(p.crd)), less(index(0), p.size));
  return {{ifThen(hasRows, read)}};
}

}  // namespace

const Idiom& Prefetch::idiom() {
  static const Idiom row = {"prefetch",
                            Idiom::Form::Statement,
                            {{"array", Use::Reads, Holds::Elements},
                             {"begins", Use::TakesAll, Holds::Positions, "from"},
                             {"size", Use::Takes, Holds::Positions, "for"},
                             {"crd", Use::Measures, Holds::Coordinates, "if"},
                             {"at", Use::Takes, Holds::Positions, "has"}},
                            prefetchMeaning,
                            {},
                            false};
  return row;
}

}  // namespace stardust::loops
