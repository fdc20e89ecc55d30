/* Vectors of four doubles (AVX2). Two loads for each pair: gather instructions are slower on many processors. */
#ifndef STARDUST_RUNTIME_FOUR_F64_H
#define STARDUST_RUNTIME_FOUR_F64_H

#include "base.h"

#ifdef __AVX2__
#include <immintrin.h>
typedef __m256d lanes_fours_f64;
LOCAL inline __m256d none_fours_f64(void) { return _mm256_setzero_pd(); }
LOCAL inline __m256d load_fours_f64(const double* x) { return _mm256_loadu_pd(x); }
LOCAL inline __m256d load_some_fours_f64(const double* x, __m128i lanes) {
  return _mm256_maskload_pd(x, _mm256_cvtepi32_epi64(lanes));
}

LOCAL inline __m256d some_fours_f64(__m256d x, __m128i lanes) {
  return _mm256_and_pd(x, _mm256_castsi256_pd(_mm256_cvtepi32_epi64(lanes)));
}

LOCAL inline __m256d plus_fours_f64(__m256d x, __m256d y) { return _mm256_add_pd(x, y); }
LOCAL inline __m256d times_fours_f64(__m256d x, __m256d y) { return _mm256_mul_pd(x, y); }
LOCAL inline __m256d at_fours_f64(const double* x, int64_t a, int64_t b, int64_t c, int64_t d) {
  const __m128d low = _mm_loadh_pd(_mm_load_sd(x + a), x + b), high = _mm_loadh_pd(_mm_load_sd(x + c), x + d);
  return _mm256_insertf128_pd(_mm256_castpd128_pd256(low), high, 1);
}

LOCAL inline double sum_fours_f64(__m256d terms) {
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(terms), _mm256_extractf128_pd(terms, 1));
  return _mm_cvtsd_f64(two) + _mm_cvtsd_f64(_mm_unpackhi_pd(two, two));
}
#define VECTOR_dot_f64 dot_fours_f64
#define VECTOR_range_sum_f64 range_fours_f64
#endif

#endif
