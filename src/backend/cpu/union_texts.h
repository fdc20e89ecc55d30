// Helpers of kernels that unite fibers.
#pragma once

namespace stardust::cpu {

/// WIDE: whether vectors have eight elements of 8 bytes, which are packed and spread (AVX-512).
extern const char wideText[];
/// VECTOR_unite_f32, VECTOR_unite_f64: two fibers of up to four entries each, without a branch (AVX-512).
extern const char shortUnionText[];
/// unite: the sum of two fibers, entry by entry; the same text for each type.
extern const char uniteText[];

}  // namespace stardust::cpu
