/* Values of a short union (short_union.h), as doubles. */
#ifndef STARDUST_RUNTIME_SHORT_UNION_F64_H
#define STARDUST_RUNTIME_SHORT_UNION_F64_H

#include "short_union.h"

#if defined(__AVX512F__) && defined(__AVX512VL__)
LOCAL inline void append_short_f64(short_union u, const double* values, const double* others, double* vals) {
  const __m512d x = _mm512_maskz_expand_pd(u.places, _mm512_maskz_loadu_pd(u.lanes, values)),
                y = _mm512_maskz_expand_pd(u.their_places, _mm512_maskz_loadu_pd(u.their_lanes, others));
  _mm512_mask_storeu_pd(vals, u.packed, _mm512_maskz_compress_pd(u.all, _mm512_add_pd(x, y)));
}
LOCAL inline void append_fiber_f64(const int32_t* crd, const double* values, int64_t count, int32_t* united,
                                   double* vals) {
  const __mmask8 lanes = append_coordinates(crd, count, united);
  _mm256_mask_storeu_pd(vals, lanes, _mm256_add_pd(_mm256_maskz_loadu_pd(lanes, values), _mm256_setzero_pd()));
}
#define APPEND_unite_f64 append_fiber_f64
#define VECTOR_unite_f64 append_short_f64
#endif

#endif
