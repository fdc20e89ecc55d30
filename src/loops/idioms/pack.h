// pack values, stored until size into crd, vals at count = fill: compacts a row from an occupancy map to a fiber. For
// each n below size with stored[n], in order, it sets crd[count] = i32(n), vals[count] = values[n], and increments
// count. It then clears the map and resets the occupied elements of `values` to `fill`.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

struct Pack {
  std::string values, stored;
  Expr size;
  std::string crd, vals, count;
  Expr fill;

  static const Idiom& idiom();
  static auto fields(auto& p) { return std::tie(p.values, p.stored, p.size, p.crd, p.vals, p.count, p.fill); }
};

}  // namespace stardust::loops
