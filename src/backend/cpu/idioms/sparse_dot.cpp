// sparse_dot_t(values, crd, begin, end, values, crd, begin, end)
#include "loops/idioms/sparse_dot.h"

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {

const IdiomInC& sparseDotInC() {
  static const IdiomInC row = {loops::SparseDot::idiom(), "sparse_dot",
                               [](const CallInC& call) { return call.calling("sparse_dot"); }, nullptr};
  return row;
}

}  // namespace stardust::cpu
