// Shared code of passes that add a result with measurements to a function.
#pragma once

#include <algorithm>
#include <string>

#include "loops/nodes.h"

namespace stardust::loops {

/// A name for a tensor that the function lacks: wanted, wanted_2, …
inline std::string freshTensor(const Function& function, const std::string& wanted) {
  std::string name = wanted;
  const auto isTaken = [&] {
    return std::any_of(function.parameters.begin(), function.parameters.end(),
                       [&](const Parameter& p) { return p.role.tensor == name; });
  };
  for (int n = 2; isTaken(); ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

}  // namespace stardust::loops
