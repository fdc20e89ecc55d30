#include "loops/idioms/masked.h"

namespace stardust::loops {
namespace {

Meaning maskedMeaning(const IdiomCall& call, Names& names) {
  const auto m = viewOf<Masked>(call);
  Meaning means;
  const Expr value = named(names, means.body, "unmasked", m.value);
  means.value = select(m.condition, value, literal(call.type, std::int64_t{0}));
  return means;
}

}  // namespace

const Idiom& Masked::idiom() {
  static const Idiom row = {"masked",
                            Idiom::Form::Expression,
                            {{"condition", Use::Takes, Holds::Flags}, {"value", Use::Takes, Holds::Elements}},
                            maskedMeaning};
  return row;
}

}  // namespace stardust::loops
