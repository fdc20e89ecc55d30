// range_sum_t(array, begin, end)
#include "loops/idioms/range_sum.h"

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {

const IdiomInC& rangeSumInC() {
  static const IdiomInC row = {loops::RangeSum::idiom(), "range_sum",
                               [](const CallInC& call) { return call.calling("range_sum"); }, nullptr};
  return row;
}

}  // namespace stardust::cpu
