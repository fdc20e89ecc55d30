// masked(condition, a): a where the condition holds, else 0. It evaluates both: a value that is computed in vain is
// cheaper than a branch that is guessed wrong.
#pragma once

#include "loops/idioms/view.h"

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
