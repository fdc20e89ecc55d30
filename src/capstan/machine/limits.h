// Numeric limits of Capstan that affect programs.
#pragma once

#include <cstdint>

#include "capstan/machine/machine.h"
#include "spatial/limits.h"

namespace stardust::capstan {

inline constexpr std::uint32_t wordsPerTile = 16;  ///< granularity of bit vectors
inline constexpr std::int64_t bitsPerTile = 32 * std::int64_t{wordsPerTile};

inline constexpr std::int64_t mergeWays = 16;  ///< inputs of a merge unit

/// The published Capstan, for programs that are checked without a particular machine.
inline constexpr spatial::Limits publishedLimits{.lanes = 16,
                                                 .bitsPerTile = bitsPerTile,
                                                 .shuffleNetworks = 16,
                                                 .mergeWays = mergeWays,
                                                 .wordsPerMemoryUnit = 65536};

/// The limits that a machine imposes on programs.
inline spatial::Limits programLimits(const Machine& machine) {
  return {machine.pcu.lanes, bitsPerTile, machine.shuffle.maxOuterPar, mergeWays, machine.wordsOfPmu()};
}

}  // namespace stardust::capstan
