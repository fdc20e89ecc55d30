/* Dot product of two sparse fibers of doubles, by comparison of blocks of 4 x 4 entries (AVX2). */
#ifndef STARDUST_RUNTIME_SPARSE_FOURS_F64_H
#define STARDUST_RUNTIME_SPARSE_FOURS_F64_H

#include "base.h"

#ifdef __AVX2__
#include <immintrin.h>
/* common_products: x times the elements of y at the same coordinates. Compares all pairs by four rotations of `b`.
   Padding lanes at the end of a fiber have coordinate -1 in one fiber and -2 in the other. */
#if defined(__AVX512F__) && defined(__AVX512VL__)
typedef __mmask8 fiber_lanes;
LOCAL inline fiber_lanes first_of_fiber(int64_t count) { return (fiber_lanes)((1u << (count < 4 ? count : 4)) - 1); }
LOCAL inline __m128i load_coordinates(const int32_t* crd, fiber_lanes lanes, int none) {
  return _mm_mask_loadu_epi32(_mm_set1_epi32(none), lanes, crd);
}

LOCAL inline __m256d load_fiber(const double* values, fiber_lanes lanes) {
  return _mm256_maskz_loadu_pd(lanes, values);
}

LOCAL inline __m256d common_products(__m128i a, __m256d x, __m128i b, __m256d y) {
  const __mmask8 same = _mm_cmpeq_epi32_mask(a, b), first = _mm_cmpeq_epi32_mask(a, _mm_shuffle_epi32(b, 0x39));
  const __mmask8 second = _mm_cmpeq_epi32_mask(a, _mm_shuffle_epi32(b, 0x4e)),
                 third = _mm_cmpeq_epi32_mask(a, _mm_shuffle_epi32(b, 0x93));
  const __m256d two = _mm256_mask_permutex_pd(_mm256_maskz_mov_pd(same, y), first, y, 0x39);
  const __m256d all = _mm256_mask_permutex_pd(_mm256_mask_permutex_pd(two, second, y, 0x4e), third, y, 0x93);
  return _mm256_maskz_mul_pd((__mmask8)(same | first | second | third), x, all);
}
#else
typedef __m128i fiber_lanes;
LOCAL inline fiber_lanes first_of_fiber(int64_t count) {
  return _mm_cmpgt_epi32(_mm_set1_epi32((int)(count < 4 ? count : 4)), _mm_setr_epi32(0, 1, 2, 3));
}

LOCAL inline __m128i load_coordinates(const int32_t* crd, fiber_lanes lanes, int none) {
  return _mm_or_si128(_mm_maskload_epi32(crd, lanes), _mm_andnot_si128(lanes, _mm_set1_epi32(none)));
}

LOCAL inline __m256d load_fiber(const double* values, fiber_lanes lanes) {
  return _mm256_maskload_pd(values, _mm256_cvtepi32_epi64(lanes));
}

LOCAL inline __m256d common_in_place(__m128i a, __m256d x, __m128i b, __m256d y) {
  return _mm256_and_pd(_mm256_mul_pd(x, y), _mm256_castsi256_pd(_mm256_cvtepi32_epi64(_mm_cmpeq_epi32(a, b))));
}

LOCAL inline __m256d common_products(__m128i a, __m256d x, __m128i b, __m256d y) {
  const __m256d same = common_in_place(a, x, b, y),
                first = common_in_place(a, x, _mm_shuffle_epi32(b, 0x39), _mm256_permute4x64_pd(y, 0x39));
  const __m256d second = common_in_place(a, x, _mm_shuffle_epi32(b, 0x4e), _mm256_permute4x64_pd(y, 0x4e));
  const __m256d third = common_in_place(a, x, _mm_shuffle_epi32(b, 0x93), _mm256_permute4x64_pd(y, 0x93));
  return _mm256_or_pd(_mm256_or_pd(same, first), _mm256_or_pd(second, third));
}
#endif

/* Advances the fiber whose block ends with the smaller coordinate. */
LOCAL inline double sparse_dot_in_fours(const double* values, const int32_t* crd, int64_t at, int64_t end,
                                        const double* others, const int32_t* their_crd, int64_t other, int64_t last) {
  __m256d sums = _mm256_setzero_pd();
  while (at < end && other < last) {
    const fiber_lanes lanes = first_of_fiber(end - at), their_lanes = first_of_fiber(last - other);
    const __m128i a = load_coordinates(crd + at, lanes, -1), b = load_coordinates(their_crd + other, their_lanes, -2);
    sums = _mm256_add_pd(
        sums, common_products(a, load_fiber(values + at, lanes), b, load_fiber(others + other, their_lanes)));
    const int32_t greatest = crd[(at + 4 < end ? at + 4 : end) - 1],
                  their_greatest = their_crd[(other + 4 < last ? other + 4 : last) - 1];
    at += greatest <= their_greatest ? 4 : 0;
    other += their_greatest <= greatest ? 4 : 0;
  }
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(sums), _mm256_extractf128_pd(sums, 1));
  return _mm_cvtsd_f64(two) + _mm_cvtsd_f64(_mm_unpackhi_pd(two, two));
}
#define VECTOR_sparse_dot_f64 sparse_dot_in_fours
#endif

#endif
