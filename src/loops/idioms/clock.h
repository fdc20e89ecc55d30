// clock(): the time, in ticks of an unknown length. It is not negative and never decreases. 0 in plain loops, where
// everything takes no time.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct Clock {
  static const Idiom& idiom();
  static auto fields(auto&) { return std::tuple(); }
};
inline Expr clock() { return idiomExpr(Type::I64, Clock{}); }

}  // namespace stardust::loops
