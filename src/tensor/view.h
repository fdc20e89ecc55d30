// Non-owning view of a packed tensor: of a Storage, the result of a kernel, or arrays of a C program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "tensor/storage.h"

namespace stardust {

template <class T>
using ConstSpan = std::span<const T>;
using ValuesView = OfEachType<ConstSpan>;

/// A view of a Storage. Valid while the arrays are.
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

/// Checks user-supplied arrays against the invariant of Storage. Throws Error (user) with the level, the array and the
/// index of the violation. `name` is the name of the tensor in messages. O(size).
void requireConsistent(const StorageView& view, const std::string& name);

}  // namespace stardust
