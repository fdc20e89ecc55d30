// sum(array, begin, end): the sum of array[p] for p from begin until end, in any order.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct RangeSum {
  std::string array;
  Expr begin, end;

  static const Idiom& idiom();
  static auto fields(auto& s) { return std::tie(s.array, s.begin, s.end); }
};

}  // namespace stardust::loops
