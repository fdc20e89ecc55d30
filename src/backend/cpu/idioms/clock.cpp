// clock_ticks()
#include "loops/idioms/clock.h"

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {

const IdiomInC& clockInC() {
  static const IdiomInC row = {loops::Clock::idiom(), nullptr,
                               [](const CallInC& call) {
                                 call.needs("clock_ticks");
                                 return std::string("clock_ticks()");
                               },
                               nullptr};
  return row;
}

}  // namespace stardust::cpu
