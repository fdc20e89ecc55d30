#include "loops/idioms/wide.h"

namespace stardust::loops {

const Idiom& Wide::idiom() {
  static const Idiom row = {"wide",     Idiom::Form::Expression,
                            {},         [](const IdiomCall&, Names&) {
                              return Meaning{{}, boolean(false)}; },
                            Type::Bool, false};
  return row;
}

}  // namespace stardust::loops
