// prefetch array from begin, begin for size if crd has at: rows of that many elements are read soon. Nothing if `crd`
// has no element `at`; where rows begin may depend on those up to it. It has no effect on results: in plain loops, the
// first and the last element of each row are read, and nothing is done with them.
#pragma once

#include "loops/idioms/view.h"

namespace stardust::loops {

struct Prefetch {
  std::string array;
  std::vector<Expr> begins;
  Expr size;
  std::string crd;
  Expr at;

  static const Idiom& idiom();
  static auto fields(auto& p) { return std::tie(p.array, p.begins, p.size, p.crd, p.at); }
};

}  // namespace stardust::loops
