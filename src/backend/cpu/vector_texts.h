// Helpers of kernels that are written for the vectors of a processor. Each defines a macro where the processor has
// them, and nothing elsewhere.
#pragma once

namespace stardust::cpu {

/// ask_ahead: prefetches what a dot product reads later (AVX2).
extern const char askAheadText[];
/// VECTOR_dot_f64, VECTOR_dot_f32: four elements side by side, what the next one is made of (AVX2).
extern const char fourDoublesText[], fourFloatsText[];
/// fours: products with what coordinates point to, in fours; the same text for each type (AVX2).
extern const char dotInFoursText[];
/// VECTOR_sparse_dot_f64: products of two fibers, four against four (AVX2).
extern const char vectorSparseDotText[];

}  // namespace stardust::cpu
