// wide(): whether the processor has vectors of eight elements of 8 bytes. Results are the same either way: it chooses
// between two ways to them. Plain loops have no such vectors.
#pragma once

#include "loops/idioms/view.h"

namespace stardust::loops {

struct Wide {
  static const Idiom& idiom();
  static auto fields(auto&) { return std::tuple(); }
};
inline Expr wide() { return idiomExpr(Type::Bool, Wide{}); }

}  // namespace stardust::loops
