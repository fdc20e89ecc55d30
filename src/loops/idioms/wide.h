// wide(): whether the processor has vectors of eight 8-byte elements. It selects between two equivalent versions of a
// computation. False in plain loops.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct Wide {
  static const Idiom& idiom();
  static auto fields(auto&) { return std::tuple(); }
};
inline Expr wide() { return idiomExpr(Type::Bool, Wide{}); }

}  // namespace stardust::loops
