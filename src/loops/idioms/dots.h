// dots values, crd, x, base by pos from begin until end into vals at count: for each fiber f from begin until end that
// has entries, in order, vals[count] is the sum of values[p] * x[base + crd[p]] for p from pos[f] until pos[f + 1], in
// any order, and count counts. Short fibers are summed up side by side.
#pragma once

#include "loops/idioms/view.h"

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
