// count = dots_t(values, crd, x + base, pos, begin, end, vals, count);
#include "loops/idioms/dots.h"

#include <fmt/format.h>

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {
namespace {

std::vector<std::string> dotsStatement(const CallInC& call) {
  const auto d = call.as<loops::Dots>();
  const std::string count = call.variable(d.count);
  return {fmt::format(
      "{} = {};", count,
      call.calling("dots", {call.array(d.values), call.array(d.crd), call.address(d.x, d.base), call.array(d.pos),
                            call.expr(d.begin), call.expr(d.end), call.array(d.vals), count}))};
}

}  // namespace

const IdiomInC& dotsInC() {
  static const IdiomInC row = {loops::Dots::idiom(), "dots", nullptr, dotsStatement};
  return row;
}

}  // namespace stardust::cpu
