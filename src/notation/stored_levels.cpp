#include "notation/stored_levels.h"

namespace stardust::notation {

std::vector<IndexVar> varsOfLevels(const Access& access, int begin, int end) {
  std::vector<IndexVar> vars;
  for (int level = begin; level < end; ++level) vars.push_back(varOfLevel(access, level));
  return vars;
}

}  // namespace stardust::notation
