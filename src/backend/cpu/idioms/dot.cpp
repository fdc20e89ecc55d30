// dot_t(values, crd, x + base, begin, end)
#include "loops/idioms/dot.h"

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {

const IdiomInC& dotInC() {
  static const auto expression = [](const CallInC& call) {
    const auto d = call.as<loops::Dot>();
    return call.calling("dot", {call.array(d.values), call.array(d.crd), call.address(d.x, d.base), call.expr(d.begin),
                                call.expr(d.end)});
  };
  static const IdiomInC row = {loops::Dot::idiom(), "dot", expression, nullptr};
  return row;
}

}  // namespace stardust::cpu
