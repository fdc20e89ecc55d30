// dot(values, crd, x, base, begin, end): the dot product of a fiber and the dense row that begins at `base`, i.e. the
// sum of values[p] * x[base + crd[p]] for p from begin until end, in any order.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct Dot {
  std::string values, crd, x;
  Expr base, begin, end;

  static const Idiom& idiom();
  static auto fields(auto& d) { return std::tie(d.values, d.crd, d.x, d.base, d.begin, d.end); }
};

}  // namespace stardust::loops
