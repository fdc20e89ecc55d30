#include "spatial/profile/facts.h"

#include <algorithm>

namespace stardust::profile {

bool isSame(const spatial::RunOutput& a, const spatial::RunOutput& b) {
  const auto isZero = [](spatial::Word word) { return word == 0; };
  const auto areWords = [&](const auto& left, const auto& right) {
    const auto& shorter = left.size() < right.size() ? left : right;
    const auto& longer = left.size() < right.size() ? right : left;
    const auto end = longer.begin() + static_cast<std::ptrdiff_t>(shorter.size());
    return std::equal(shorter.begin(), shorter.end(), longer.begin()) && std::all_of(end, longer.end(), isZero);
  };
  const auto areArrays = [&](const auto& left, const auto& right) {
    return std::all_of(left.begin(), left.end(), [&](const auto& entry) {
      const auto found = right.find(entry.first);
      return found != right.end() && areWords(entry.second.words, found->second.words);
    });
  };
  return areArrays(a.drams, b.drams) && areArrays(a.argOuts, b.argOuts);
}

}  // namespace stardust::profile
