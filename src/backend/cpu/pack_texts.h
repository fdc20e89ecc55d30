// The C of `pack`: what is stored of a row, in order.
#pragma once

namespace stardust::cpu {

/// lowest_bit, bit_count: of 64 bits.
extern const char lowestBitText[], bitCountText[];
/// taken_flags: 64 flags as bits.
extern const char takenFlagsText[];
/// WITHOUT_SLP: before a function whose stores gcc is not to make into vectors.
extern const char withoutSlpText[];
/// PACK_LANES: of as many elements as a vector has those that are stored, packed (AVX2, AVX-512).
extern const char packLanesText[];
/// pack_t, for each type.
extern const char packText[];

}  // namespace stardust::cpu
