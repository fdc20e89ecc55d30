// sparse_dot(values, crd, begin, end, values, crd, begin, end): the sum of the products of two fibers' values at the
// coordinates that both have, in any order.
#pragma once

#include "loops/idioms/view.h"

namespace stardust::loops {

struct SparseDot {
  Fiber a, b;

  static const Idiom& idiom();
  static auto fields(auto& d) { return std::tie(d.a, d.b); }
};

}  // namespace stardust::loops
