// count = unite_t(values, crd, begin, end, values, crd, begin, end, vals, crd, count);
#include "loops/idioms/unite.h"

#include <fmt/format.h>

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {
namespace {

std::vector<std::string> uniteStatement(const CallInC& call) {
  return {fmt::format("{} = {};", call.variable(call.as<loops::Unite>().count), call.calling("unite"))};
}

}  // namespace

const IdiomInC& uniteInC() {
  static const IdiomInC row = {loops::Unite::idiom(), "unite", nullptr, uniteStatement};
  return row;
}

}  // namespace stardust::cpu
