// count = pack_t(values, stored, size, crd, vals, count, fill);
#include "loops/idioms/pack.h"

#include <fmt/format.h>

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {
namespace {

std::vector<std::string> packStatement(const CallInC& call) {
  return {fmt::format("{} = {};", call.variable(call.as<loops::Pack>().count), call.calling("pack"))};
}

}  // namespace

const IdiomInC& packInC() {
  static const IdiomInC row = {loops::Pack::idiom(), "pack", nullptr, packStatement};
  return row;
}

}  // namespace stardust::cpu
