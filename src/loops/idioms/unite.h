// unite values, crd, begin, end with values, crd, begin, end into vals, crd at count: appends the union of two fibers.
// For each coordinate of either fiber, in order, it sets crd[count] to the coordinate and vals[count] to the sum of the
// values there, and increments count.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct Unite {
  Fiber a, b;
  std::string vals, crd, count;

  static const Idiom& idiom();
  static auto fields(auto& u) { return std::tie(u.a, u.b, u.vals, u.crd, u.count); }
};

}  // namespace stardust::loops
