// unite values, crd, begin, end with values, crd, begin, end into vals, crd at count: for each coordinate that either
// fiber has, in order, crd[count] is the coordinate, vals[count] the sum of their values there, and count counts.
#pragma once

#include "loops/idioms/view.h"

namespace stardust::loops {

struct Unite {
  Fiber a, b;
  std::string vals, crd, count;

  static const Idiom& idiom();
  static auto fields(auto& u) { return std::tie(u.a, u.b, u.vals, u.crd, u.count); }
};

}  // namespace stardust::loops
