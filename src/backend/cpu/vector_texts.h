// Helpers of kernels that are written for the vectors of a processor. Each defines a macro where the processor has them, and nothing elsewhere.
#pragma once

namespace stardust::cpu {

/// PACK_EIGHT: of eight elements those that are stored, packed (AVX-512).
extern const char packEightText[];
/// ask_ahead: prefetches what a dot product reads later; for the next two (AVX2).
extern const char askAheadText[];
/// VECTOR_dot_f64, VECTOR_dot_f32: products with what coordinates point to, in fours (AVX2).
extern const char vectorDotText[], vectorFloatDotText[];
/// VECTOR_sparse_dot_f64: products of two fibers, four against four (AVX2).
extern const char vectorSparseDotText[];

}  // namespace stardust::cpu
