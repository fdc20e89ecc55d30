// What a machine gives to a Spatial program.
#pragma once

#include <cstdint>

namespace stardust::spatial {

/// The language leaves these to the machine (capstan/machine/limits.h).
struct Limits {
  std::int64_t lanes;               ///< of a vector
  std::int64_t bitsPerTile;         ///< a bit vector has a whole number of tiles
  std::int64_t shuffleNetworks;     ///< partitions of a sparse memory
  std::int64_t mergeWays;           ///< of one merge
  std::int64_t wordsPerMemoryUnit;  ///< of a sparse memory, for each partition
};

}  // namespace stardust::spatial
