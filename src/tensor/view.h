// The arrays of a packed tensor where somebody else owns them: a Storage, a kernel's result, a program in C.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tensor/storage.h"

namespace stardust {

using ValuesView = std::variant<std::span<const std::int32_t>, std::span<const std::int64_t>, std::span<const float>,
                                std::span<const double>>;

/// As Storage. Valid as long as the arrays stay where they are.
struct StorageView {
  std::vector<std::int64_t> dims;
  Format format;
  std::vector<LevelView> levels;
  ValuesView values;

  int order() const { return static_cast<int>(dims.size()); }
  ValueType type() const;
  std::size_t stored() const;
};

StorageView viewOf(const Storage& storage);
/// O(size).
Storage copyOf(const StorageView& view);

/// Holds arrays that the user made against the invariant of Storage. Throws Error (user) with the level, the array and
/// the index that break it; `name` is what to call the tensor. O(size).
void requireConsistent(const StorageView& view, const std::string& name);

}  // namespace stardust
