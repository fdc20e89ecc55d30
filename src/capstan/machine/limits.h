// What of a program depends on Capstan, in numbers.
#pragma once

#include <cstdint>

#include "spatial/limits.h"

namespace stardust::capstan {

inline constexpr std::uint32_t wordsPerTile = 16;  ///< of a bit vector: what moves at a time
inline constexpr std::int64_t bitsPerTile = 32 * std::int64_t{wordsPerTile};

/// The published Capstan: what programs may ask for that are written by hand, or compiled for a machine that says
/// nothing else.
inline constexpr spatial::Limits publishedLimits{
    .lanes = 16, .bitsPerTile = bitsPerTile, .shuffleNetworks = 16, .mergeWays = 16, .wordsPerMemoryUnit = 65536};

}  // namespace stardust::capstan
