// Machine parameters that limit a Spatial program.
#pragma once

#include <cstdint>

namespace stardust::spatial {

/// The language leaves these limits to the machine (capstan/machine/limits.h).
struct Limits {
  std::int64_t lanes;               ///< lanes of a vector
  std::int64_t bitsPerTile;         ///< a bit vector is a multiple of this size
  std::int64_t shuffleNetworks;     ///< partitions of a sparse memory
  std::int64_t mergeWays;           ///< inputs of one merge
  std::int64_t wordsPerMemoryUnit;  ///< words of a sparse memory per partition
};

}  // namespace stardust::spatial
