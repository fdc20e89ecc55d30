/* Values of a short union (short_union.h), as floats. */
#ifndef STARDUST_RUNTIME_SHORT_UNION_F32_H
#define STARDUST_RUNTIME_SHORT_UNION_F32_H

#include "short_union.h"

#if defined(__AVX512F__) && defined(__AVX512VL__)
LOCAL inline void append_short_f32(short_union u, const float* values, const float* others, float* vals) {
  const __m256 x = _mm256_maskz_expand_ps(u.places, _mm256_maskz_loadu_ps(u.lanes, values)),
               y = _mm256_maskz_expand_ps(u.their_places, _mm256_maskz_loadu_ps(u.their_lanes, others));
  _mm256_mask_storeu_ps(vals, u.packed, _mm256_maskz_compress_ps(u.all, _mm256_add_ps(x, y)));
}
LOCAL inline void append_fiber_f32(const int32_t* crd, const float* values, int64_t count, int32_t* united,
                                   float* vals) {
  const __mmask8 lanes = append_coordinates(crd, count, united);
  _mm_mask_storeu_ps(vals, lanes, _mm_add_ps(_mm_maskz_loadu_ps(lanes, values), _mm_setzero_ps()));
}
#define APPEND_unite_f32 append_fiber_f32
#define VECTOR_unite_f32 append_short_f32
#endif

#endif
