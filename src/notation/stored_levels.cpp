#include "notation/stored_levels.h"

namespace stardust::notation {

std::vector<IndexVar> varsOfLevels(const Access& access, int begin, int end) {
  std::vector<IndexVar> vars;
  for (int level = begin; level < end; ++level) vars.push_back(varOfLevel(access, level));
  return vars;
}

int denseTail(const Format& format) {
  int begin = format.order();
  while (begin > 0 && levels::of(format.level(begin - 1)).hasLocate) --begin;
  return begin;
}

std::vector<int> storedLevels(const Format& format) {
  std::vector<int> stored;
  for (int level = 0; level < format.order(); ++level)
    if (!levels::of(format.level(level)).hasLocate) stored.push_back(level);
  return stored;
}

}  // namespace stardust::notation
