// seldom_dot(values, crd, begin, end, values, crd, begin, end): a sparse_dot that seldom runs. Its code stays out of
// the loop around it, which would have fewer registers: y(i) = A(i,j) * x(j) with a row of x takes 0.38 ms with
// sparse_dot where the row does not do, 0.26 ms with seldom_dot.
#pragma once

#include "loops/idioms/sparse_dot.h"

namespace stardust::loops {

struct SeldomDot {
  Fiber a, b;

  static const Idiom& idiom();
  static auto fields(auto& d) { return std::tie(d.a, d.b); }
};

}  // namespace stardust::loops
