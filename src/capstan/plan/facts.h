// Static facts about stored operands: the lengths of their fibers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "notation/expr.h"
#include "tensor/storage.h"

namespace stardust::placement {

/// Counts saturate at this value.
inline constexpr std::int64_t huge = std::int64_t{1} << 40;

/// One level of a tensor. A fiber of a dense level has as many positions as its mode's extent.
struct LevelFacts {
  std::int64_t positions = 0;               ///< stored positions in all fibers
  std::int64_t minFiber = 0, maxFiber = 0;  ///< positions in one fiber
};
using TensorFacts = std::vector<LevelFacts>;       ///< by level
using Facts = std::map<std::string, TensorFacts>;  ///< by tensor name

/// Measures stored data. Linear in the length of the position arrays.
TensorFacts factsOf(const Storage& storage);
/// The maximum that a tensor with these extents can store.
TensorFacts factsOf(const notation::TensorVar& tensor);

}  // namespace stardust::placement
