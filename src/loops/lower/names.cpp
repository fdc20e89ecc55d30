#include "loops/lower/names.h"

#include "loops/words.h"

namespace stardust::loops {

std::string Names::fresh(const std::string& wanted) {
  std::string name = wanted;
  for (int n = 2; isReserved(name) || !taken_.insert(name).second; ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

}  // namespace stardust::loops
