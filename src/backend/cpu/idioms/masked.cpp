// masked_t(condition, value)
#include "loops/idioms/masked.h"

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {

const IdiomInC& maskedInC() {
  static const IdiomInC row = {loops::Masked::idiom(), "masked",
                               [](const CallInC& call) { return call.calling("masked"); }, nullptr};
  return row;
}

}  // namespace stardust::cpu
