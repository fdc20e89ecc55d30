// Helpers of kernels that append dot products of many fibers.
#pragma once

namespace stardust::cpu {

/// FIBERS_AT_ONCE, SHORT_FIBER: how many fibers are taken together, and up to how many entries they are short.
extern const char fibersAtOnceText[];
/// flag_heads: flags for the first entries of fibers.
extern const char flagHeadsText[];
/// Eight elements side by side, what the next one is made of (AVX-512).
extern const char eightDoublesText[], eightFloatsText[];
/// eights: sums of short fibers, eight entries at a time; the same text for each type (AVX-512).
extern const char dotsInEightsText[];
/// dots_t, for each type.
extern const char dotsText[];

}  // namespace stardust::cpu
