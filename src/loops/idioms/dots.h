// dots values, crd, x, base by pos from begin until end into vals at count: a segmented dot product. For each non-empty
// fiber f from begin until end, in order, it appends to `vals` the sum of values[p] * x[base + crd[p]] for p from
// pos[f] until pos[f + 1], in any order of summation, and increments count. Short fibers are reduced together in
// vectors.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct Dots {
  std::string values, crd, x;
  Expr base;
  std::string pos;
  Expr begin, end;
  std::string vals, count;

  static const Idiom& idiom();
  static auto fields(auto& d) { return std::tie(d.values, d.crd, d.x, d.base, d.pos, d.begin, d.end, d.vals, d.count); }
};

}  // namespace stardust::loops
