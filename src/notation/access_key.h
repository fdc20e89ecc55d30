// An access as a key: all its occurrences in a statement are one.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "notation/expr.h"

namespace stardust::notation {

/// Its tensor, by name, and the variables that index it.
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
