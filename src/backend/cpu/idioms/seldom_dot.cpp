// seldom_dot_t(values, crd, begin, end, values, crd, begin, end)
#include "loops/idioms/seldom_dot.h"

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {

const IdiomInC& seldomDotInC() {
  static const IdiomInC row = {loops::SeldomDot::idiom(), "seldom_dot",
                               [](const CallInC& call) { return call.calling("seldom_dot"); }, nullptr};
  return row;
}

}  // namespace stardust::cpu
