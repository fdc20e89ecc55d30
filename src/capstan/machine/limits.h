// What of a program depends on Capstan, in numbers.
#pragma once

#include <cstdint>

#include "capstan/machine/machine.h"
#include "spatial/limits.h"

namespace stardust::capstan {

inline constexpr std::uint32_t wordsPerTile = 16;  ///< of a bit vector: what moves at a time
inline constexpr std::int64_t bitsPerTile = 32 * std::int64_t{wordsPerTile};

inline constexpr std::int64_t mergeWays = 16;  ///< of a merge unit

/// The published Capstan, for programs that are checked for no machine in particular.
inline constexpr spatial::Limits publishedLimits{.lanes = 16,
                                                 .bitsPerTile = bitsPerTile,
                                                 .shuffleNetworks = 16,
                                                 .mergeWays = mergeWays,
                                                 .wordsPerMemoryUnit = 65536};

/// What a machine gives to a program.
inline spatial::Limits programLimits(const Machine& machine) {
  return {machine.pcu.lanes, bitsPerTile, machine.shuffle.maxOuterPar, mergeWays, machine.wordsOfPmu()};
}

}  // namespace stardust::capstan
