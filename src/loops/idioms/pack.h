// pack values, stored until size into crd, vals at count = fill: for each n below size with stored[n], in order,
// crd[count] = i32(n), vals[count] = values[n], and count counts. Afterwards nothing is stored, and `values` holds
// `fill` wherever something was. A row that was collected by coordinate becomes a fiber.
#pragma once

#include "loops/idioms/view.h"

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
