#include "backend/cpu/union_texts.h"

namespace stardust::cpu {

const char wideText[] = R"(#if defined(__AVX512F__) && defined(__AVX512VL__)
#define WIDE true
#else
#define WIDE false
#endif
)";

// Which of two fibers goes on nobody foresees; so each entry is told its place among those of both: how many of its own
// and of the other's come before it. Entries at one coordinate have one place, and behind them a place is free.
const char shortUnionText[] = R"(#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
/* Fibers of up to four entries: the places of the one's, those of the other's and all of them as bits, and what is
   appended. */
typedef struct {
  __mmask8 lanes, their_lanes, places, their_places, all, packed;
  int64_t found;
} short_union;
static inline short_union union_places(const int32_t* crd, int64_t count, const int32_t* their_crd, int64_t their_count,
                                       int32_t* united) {
  short_union u;
  u.lanes = (__mmask8)((1u << count) - 1);
  u.their_lanes = (__mmask8)((1u << their_count) - 1);
  const __m128i none = _mm_set1_epi32(INT32_MAX), a = _mm_mask_loadu_epi32(none, u.lanes, crd),
                b = _mm_mask_loadu_epi32(none, u.their_lanes, their_crd);
  const __m256i own = _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1),
                other = _mm256_inserti128_si256(_mm256_castsi128_si256(b), a, 1);
  const __m256i two = _mm256_add_epi32(_mm256_cmpgt_epi32(own, _mm256_shuffle_epi32(other, 0x00)),
                                       _mm256_cmpgt_epi32(own, _mm256_shuffle_epi32(other, 0x55)));
  const __m256i more = _mm256_add_epi32(_mm256_cmpgt_epi32(own, _mm256_shuffle_epi32(other, 0xaa)),
                                        _mm256_cmpgt_epi32(own, _mm256_shuffle_epi32(other, 0xff)));
  const __m256i place = _mm256_sub_epi32(_mm256_setr_epi32(0, 1, 2, 3, 0, 1, 2, 3), _mm256_add_epi32(two, more));
  __m256i bits = _mm256_maskz_sllv_epi32((__mmask8)(u.lanes | u.their_lanes << 4), _mm256_set1_epi32(1), place);
  bits = _mm256_or_si256(bits, _mm256_shuffle_epi32(bits, 0x4e));
  bits = _mm256_or_si256(bits, _mm256_shuffle_epi32(bits, 0xb1));
  u.places = (__mmask8)_mm_cvtsi128_si32(_mm256_castsi256_si128(bits));
  u.their_places = (__mmask8)_mm_cvtsi128_si32(_mm256_extracti128_si256(bits, 1));
  u.all = u.places | u.their_places;
  u.found = __builtin_popcount(u.all);
  u.packed = (__mmask8)((1u << u.found) - 1);
  const __m256i spread = _mm256_mask_expand_epi32(_mm256_maskz_expand_epi32(u.places, _mm256_castsi128_si256(a)),
                                                  u.their_places, _mm256_castsi128_si256(b));
  _mm256_mask_storeu_epi32(united, u.packed, _mm256_maskz_compress_epi32(u.all, spread));
  return u;
}
static inline void append_short_f64(short_union u, const double* values, const double* others, double* vals) {
  const __m512d x = _mm512_maskz_expand_pd(u.places, _mm512_maskz_loadu_pd(u.lanes, values)),
                y = _mm512_maskz_expand_pd(u.their_places, _mm512_maskz_loadu_pd(u.their_lanes, others));
  _mm512_mask_storeu_pd(vals, u.packed, _mm512_maskz_compress_pd(u.all, _mm512_add_pd(x, y)));
}
static inline void append_short_f32(short_union u, const float* values, const float* others, float* vals) {
  const __m256 x = _mm256_maskz_expand_ps(u.places, _mm256_maskz_loadu_ps(u.lanes, values)),
               y = _mm256_maskz_expand_ps(u.their_places, _mm256_maskz_loadu_ps(u.their_lanes, others));
  _mm256_mask_storeu_ps(vals, u.packed, _mm256_maskz_compress_ps(u.all, _mm256_add_ps(x, y)));
}
#define VECTOR_unite_f32 append_short_f32
#define VECTOR_unite_f64 append_short_f64
#endif
)";

// Branches, one for each entry, where fibers are longer: of 4,000 pairs of 8 entries at random 1.2 ms, 1.4 with one for
// each fiber; where they are foreseen less than half. An entry that only one has is its sum with 0: that of -0 is 0.
const char uniteText[] = R"(/* Appends the sums of two fibers at the coordinates that either has; the new count. */
static inline int64_t unite_t(const T* values, const int32_t* crd, int64_t at, int64_t end, const T* others,
                              const int32_t* their_crd, int64_t other, int64_t last, T* restrict vals,
                              int32_t* restrict united, int64_t count) {
#ifdef VECTOR_unite_t
  if (end - at <= 4 && last - other <= 4) {
    const short_union u = union_places(crd + at, end - at, their_crd + other, last - other, united + count);
    VECTOR_unite_t(u, values + at, others + other, vals + count);
    return count + u.found;
  }
#endif
  while (at < end && other < last) {
    const int32_t one = crd[at], two = their_crd[other];
    if (one < two) {
      united[count] = one;
      vals[count++] = values[at++] + 0;
    } else if (two < one) {
      united[count] = two;
      vals[count++] = 0 + others[other++];
    } else {
      united[count] = one;
      vals[count++] = values[at++] + others[other++];
    }
  }
  for (; at < end; at++) {
    united[count] = crd[at];
    vals[count++] = values[at] + 0;
  }
  for (; other < last; other++) {
    united[count] = their_crd[other];
    vals[count++] = 0 + others[other];
  }
  return count;
}
)";

}  // namespace stardust::cpu
