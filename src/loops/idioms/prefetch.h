// prefetch array from begin, begin for size if crd has at: prefetches rows of `size` elements. No effect if `crd` has
// no element `at`, since the row addresses may depend on elements up to it. A hint without effect on results; as plain
// loops, it reads the first and the last element of each row and ignores them.
#pragma once

#include "loops/idioms/typed_call.h"

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
