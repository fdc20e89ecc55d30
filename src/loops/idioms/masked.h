// masked(condition, a): a if the condition holds, else 0. Evaluates both operands: a wasted evaluation is cheaper than
// a mispredicted branch.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct Masked {
  Expr condition, value;

  static const Idiom& idiom();
  static auto fields(auto& m) { return std::tie(m.condition, m.value); }
};
inline Expr masked(Expr condition, Expr value) {
  const Type type = value->type;
  return idiomExpr(type, Masked{std::move(condition), std::move(value)});
}

}  // namespace stardust::loops
