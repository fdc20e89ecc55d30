#include "loops/idioms/dots.h"

#include "loops/idioms/dot.h"

namespace stardust::loops {
namespace {

Meaning dotsMeaning(const IdiomCall& call, Names& names) {
  const auto d = viewOf<Dots>(call);
  Meaning means;
  const Expr base = evaluated(names, means.body, "base", d.base);
  const std::string fiber = names.fresh("fiber"), first = names.fresh("begin"), last = names.fresh("end");
  const Expr f = variable(fiber, Type::I64), begin = variable(first, Type::I64), end = variable(last, Type::I64),
             count = variable(d.count, Type::I64);
  const Meaning sum = Dot::idiom().meaning(callOf(call.type, Dot{d.values, d.crd, d.x, base, begin, end}), names);
  Body appended = sum.body;
  appended.push_back(store(d.vals, count, sum.value));
  appended.push_back(assign(d.count, add(count, index(1))));
  means.body.push_back(
      forLoop(fiber, d.begin, d.end,
              {let(first, load(d.pos, Type::I64, f)), let(last, load(d.pos, Type::I64, add(f, index(1)))),
               ifThen(less(begin, end), appended)}));
  return means;
}

}  // namespace

const Idiom& Dots::idiom() {
  static const Idiom row = {"dots",
                            Idiom::Form::Statement,
                            {{"values", Use::Reads, Holds::Elements},
                             {"crd", Use::Reads, Holds::Coordinates},
                             {"x", Use::Reads, Holds::Elements},
                             {"base", Use::Takes, Holds::Positions},
                             {"pos", Use::Reads, Holds::Positions, "by"},
                             {"begin", Use::Takes, Holds::Positions, "from"},
                             {"end", Use::Takes, Holds::Positions, "until"},
                             {"vals", Use::Writes, Holds::Elements, "into"},
                             {"count", Use::Counts, Holds::Positions, "at"}},
                            dotsMeaning};
  return row;
}

}  // namespace stardust::loops
