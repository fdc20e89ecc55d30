// WIDE: a macro that is 0 or 1.
#include "loops/idioms/wide.h"

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {

const IdiomInC& wideInC() {
  static const IdiomInC row = {loops::Wide::idiom(), nullptr,
                               [](const CallInC& call) {
                                 call.needs("WIDE");
                                 return std::string("WIDE");
                               },
                               nullptr};
  return row;
}

}  // namespace stardust::cpu
