/* Branchless union of two fibers of up to four entries each (AVX-512).

   The order in which a merge consumes two fibers is unpredictable. Instead, each entry gets its rank in the merged
   sequence: the number of preceding entries in both fibers. Equal coordinates get the same rank and leave the next
   rank unused. */
#ifndef STARDUST_RUNTIME_SHORT_UNION_H
#define STARDUST_RUNTIME_SHORT_UNION_H

#include "wide.h"

#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
/* Bit masks: the entries of either fiber, the ranks of either fiber, the union of the ranks, and the first `found`
   lanes. `found` is the size of the union. */
typedef struct {
  __mmask8 lanes, their_lanes, places, their_places, all, packed;
  int64_t found;
} short_union;

/* The coordinates of one fiber of up to four entries. There is at least one entry: a masked load or store without lanes
   is slow at an address that is not mapped, and arrays without elements have none (100,000 empty rows: 128 ms, and
   0.1 ms without such loads). */
LOCAL inline __mmask8 append_coordinates(const int32_t* crd, int64_t count, int32_t* united) {
  const __mmask8 lanes = (__mmask8)((1u << count) - 1);
  _mm_mask_storeu_epi32(united, lanes, _mm_maskz_loadu_epi32(lanes, crd));
  return lanes;
}

/* Writes the coordinates of the union to `united`. */
LOCAL inline short_union union_places(const int32_t* crd, int64_t count, const int32_t* their_crd, int64_t their_count,
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
#endif

#endif
