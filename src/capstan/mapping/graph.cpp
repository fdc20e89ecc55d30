#include "capstan/mapping/graph.h"

#include <algorithm>

namespace stardust::capstan {

std::size_t Context::operationCount() const {
  std::size_t count = 0;
  for (const auto& level : operations) count += level.size();
  return count;
}

bool Context::usesFloat() const {
  const auto sumsFloats = [](const Output& o) {
    return o.kind == Output::Kind::Reduced && o.type == spatial::Type::Float;
  };
  if (std::any_of(outputs.begin(), outputs.end(), sumsFloats)) return true;
  return std::any_of(operations.begin(), operations.end(), [](const auto& level) {
    return std::any_of(level.begin(), level.end(), [](const Operation& op) { return op.type == spatial::Type::Float; });
  });
}

}  // namespace stardust::capstan
