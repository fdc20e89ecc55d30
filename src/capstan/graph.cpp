#include "capstan/graph.h"

#include <algorithm>

namespace stardust::capstan {

std::size_t Context::operationCount() const {
  std::size_t count = 0;
  for (const auto& level : operations) count += level.size();
  return count;
}

bool Context::usesFloat() const {
  return std::any_of(operations.begin(), operations.end(), [](const auto& level) {
    return std::any_of(level.begin(), level.end(), [](const Operation& op) { return op.type == spatial::Type::Float; });
  });
}

}  // namespace stardust::capstan
