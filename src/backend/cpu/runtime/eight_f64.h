/* Vectors of eight doubles (AVX-512). */
#ifndef STARDUST_RUNTIME_EIGHT_F64_H
#define STARDUST_RUNTIME_EIGHT_F64_H

#include "base.h"

#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
typedef __m512d lanes_eights_f64;
LOCAL inline __m512d none_eights_f64(void) { return _mm512_setzero_pd(); }
LOCAL inline __m512d joined_eights_f64(__m256d low, __m256d high) {
  return _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
}

LOCAL inline __m512d plus_some_eights_f64(__m512d x, unsigned lanes, __m512d y) {
  return _mm512_mask_add_pd(x, (__mmask8)lanes, x, y);
}
#define UP_eights_f64(x, lanes) \
  _mm512_castsi512_pd(_mm512_alignr_epi64(_mm512_castpd_si512(x), _mm512_setzero_si512(), 8 - lanes))
LOCAL inline __m512d last_eights_f64(__m512d x) { return _mm512_permutexvar_pd(_mm512_set1_epi64(7), x); }
LOCAL inline double first_eights_f64(__m512d x) { return _mm512_cvtsd_f64(x); }
LOCAL inline void pack_eights_f64(double* to, unsigned lanes, int count, __m512d x) {
  _mm512_mask_storeu_pd(to, (__mmask8)((1u << count) - 1), _mm512_maskz_compress_pd((__mmask8)lanes, x));
}
#define VECTOR_dots_f64 dots_eights_f64
#endif

#endif
