/* Vectors of eight floats (AVX-512). */
#ifndef STARDUST_RUNTIME_EIGHT_F32_H
#define STARDUST_RUNTIME_EIGHT_F32_H

#include "base.h"

#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
typedef __m256 lanes_eights_f32;
LOCAL inline __m256 none_eights_f32(void) { return _mm256_setzero_ps(); }
LOCAL inline __m256 joined_eights_f32(__m128 low, __m128 high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}

LOCAL inline __m256 plus_some_eights_f32(__m256 x, unsigned lanes, __m256 y) {
  return _mm256_mask_add_ps(x, (__mmask8)lanes, x, y);
}
#define UP_eights_f32(x, lanes) \
  _mm256_castsi256_ps(_mm256_alignr_epi32(_mm256_castps_si256(x), _mm256_setzero_si256(), 8 - lanes))
LOCAL inline __m256 last_eights_f32(__m256 x) { return _mm256_permutevar8x32_ps(x, _mm256_set1_epi32(7)); }
LOCAL inline float first_eights_f32(__m256 x) { return _mm256_cvtss_f32(x); }
LOCAL inline void pack_eights_f32(float* to, unsigned lanes, int count, __m256 x) {
  _mm256_mask_storeu_ps(to, (__mmask8)((1u << count) - 1), _mm256_maskz_compress_ps((__mmask8)lanes, x));
}
#define VECTOR_dots_f32 dots_eights_f32
#endif

#endif
