// scan sums until size: replaces each of the first `size` elements by the sum of those before it, and sets sums[size]
// to the sum of all.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct Scan {
  std::string sums;
  Expr size;

  static const Idiom& idiom();
  static auto fields(auto& s) { return std::tie(s.sums, s.size); }
};

}  // namespace stardust::loops
