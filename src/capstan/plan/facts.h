// What is known of stored operands before compiling: how long their fibers are.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "notation/expr.h"
#include "tensor/storage.h"

namespace stardust::placement {

/// Counts saturate here.
inline constexpr std::int64_t huge = std::int64_t{1} << 40;

/// One level of a tensor. For a dense level a fiber has as many positions as its mode is long.
struct LevelFacts {
  std::int64_t positions = 0;               ///< stored, all fibers together
  std::int64_t minFiber = 0, maxFiber = 0;  ///< positions in one fiber
};
using TensorFacts = std::vector<LevelFacts>;       ///< by level
using Facts = std::map<std::string, TensorFacts>;  ///< by tensor name

/// Measured; linear in the length of the position arrays.
TensorFacts factsOf(const Storage& storage);
/// The most that a tensor of these extents can store.
TensorFacts factsOf(const notation::TensorVar& tensor);

}  // namespace stardust::placement
