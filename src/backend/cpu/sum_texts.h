// Helpers of kernels that add up, the same text for each type: one element after the other, or by what vector_texts.h
// has for the type.
#pragma once

namespace stardust::cpu {

/// dot: products of values with what their coordinates point to.
extern const char dotText[];
/// range_sum: elements beside each other.
extern const char rangeSumText[];
/// sparse_dot: products of two fibers at common coordinates.
extern const char sparseDotText[];

}  // namespace stardust::cpu
