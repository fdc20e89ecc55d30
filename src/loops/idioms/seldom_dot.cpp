#include "loops/idioms/seldom_dot.h"

namespace stardust::loops {

const Idiom& SeldomDot::idiom() {
  static const Idiom row = {"seldom_dot", Idiom::Form::Expression, SparseDot::idiom().parameters,
                            SparseDot::idiom().meaning};
  return row;
}

}  // namespace stardust::loops
