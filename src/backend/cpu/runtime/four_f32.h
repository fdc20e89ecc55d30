/* Vectors of four floats (AVX2); see four_f64.h. */
#ifndef STARDUST_RUNTIME_FOUR_F32_H
#define STARDUST_RUNTIME_FOUR_F32_H

#include "base.h"

#ifdef __AVX2__
#include <immintrin.h>
typedef __m128 lanes_fours_f32;
LOCAL inline __m128 none_fours_f32(void) { return _mm_setzero_ps(); }
LOCAL inline __m128 load_fours_f32(const float* x) { return _mm_loadu_ps(x); }
LOCAL inline __m128 load_some_fours_f32(const float* x, __m128i lanes) { return _mm_maskload_ps(x, lanes); }
LOCAL inline __m128 some_fours_f32(__m128 x, __m128i lanes) { return _mm_and_ps(x, _mm_castsi128_ps(lanes)); }
LOCAL inline __m128 plus_fours_f32(__m128 x, __m128 y) { return _mm_add_ps(x, y); }
LOCAL inline __m128 times_fours_f32(__m128 x, __m128 y) { return _mm_mul_ps(x, y); }
LOCAL inline __m128 at_fours_f32(const float* x, int64_t a, int64_t b, int64_t c, int64_t d) {
  return _mm_movelh_ps(_mm_unpacklo_ps(_mm_load_ss(x + a), _mm_load_ss(x + b)),
                       _mm_unpacklo_ps(_mm_load_ss(x + c), _mm_load_ss(x + d)));
}

LOCAL inline float sum_fours_f32(__m128 terms) {
  const __m128 two = _mm_add_ps(terms, _mm_movehl_ps(terms, terms));
  return _mm_cvtss_f32(two) + _mm_cvtss_f32(_mm_shuffle_ps(two, two, 1));
}
#define VECTOR_dot_f32 dot_fours_f32
#define VECTOR_range_sum_f32 range_fours_f32
#endif

#endif
