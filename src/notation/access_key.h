// A map key for accesses: equal for all occurrences of an access in a statement.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "notation/expr.h"

namespace stardust::notation {

/// The name of the tensor and the index variables.
struct AccessKey {
  std::string tensor;
  std::vector<IndexVar> indices;

  explicit AccessKey(const Access& access) : tensor(access.tensor.name), indices(access.indices) {}
  friend bool operator<(const AccessKey& a, const AccessKey& b) {
    return std::tie(a.tensor, a.indices) < std::tie(b.tensor, b.indices);
  }
  friend bool operator==(const AccessKey& a, const AccessKey& b) {
    return a.tensor == b.tensor && a.indices == b.indices;
  }
};

}  // namespace stardust::notation
