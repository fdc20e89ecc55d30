// sparse_dot(values, crd, begin, end, values, crd, begin, end): the dot product of two fibers, i.e. the sum of the
// products of their values at common coordinates, in any order.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct SparseDot {
  Fiber a, b;

  static const Idiom& idiom();
  static auto fields(auto& d) { return std::tie(d.a, d.b); }
};

}  // namespace stardust::loops
