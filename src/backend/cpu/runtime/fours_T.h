/* Dot products with vectors of four elements (AVX2). T: f32 f64.

   One load fetches two coordinates, which are non-negative, since loads dominate. The tail of up to three elements
   is masked: a branch on its length would be mispredicted for most rows. */
#ifndef STARDUST_RUNTIME_FOURS_T_H
#define STARDUST_RUNTIME_FOURS_T_H

#include "T.h"
#include "ask_ahead.h"
#include "four_T.h"

#ifdef __AVX2__
/* Mask of the first `count` of four lanes. */
LOCAL inline __m128i first_fours_T(int64_t count) {
  return _mm_cmpgt_epi32(_mm_set1_epi32((int)count), _mm_setr_epi32(0, 1, 2, 3));
}

/* The sum of x[p] for p from begin until end. */
LOCAL inline T range_fours_T(const T* x, int64_t begin, int64_t end) {
  lanes_fours_T sums = none_fours_T();
  for (; begin + 4 <= end; begin += 4) sums = plus_fours_T(sums, load_fours_T(x + begin));
  return sum_fours_T(plus_fours_T(sums, load_some_fours_T(x + begin, first_fours_T(end - begin))));
}

/* The four products from position `at`. */
LOCAL inline lanes_fours_T product_fours_T(const T* restrict values, const int32_t* restrict crd, const T* restrict x,
                                           int64_t at) {
  uint64_t two, more;
  memcpy(&two, crd + at, sizeof two);
  memcpy(&more, crd + at + 2, sizeof more);
  return times_fours_T(load_fours_T(values + at), at_fours_T(x, (int64_t)(uint32_t)two, (int64_t)(two >> 32),
                                                             (int64_t)(uint32_t)more, (int64_t)(more >> 32)));
}

/* The fewer than four products from `begin` until `end`; 0 in the other lanes. */
LOCAL inline lanes_fours_T rest_fours_T(const T* restrict values, const int32_t* restrict crd, const T* restrict x,
                                        int64_t begin, int64_t end) {
  const __m128i left = first_fours_T(end - begin), at = _mm_maskload_epi32(crd + begin, left);
  const lanes_fours_T four = at_fours_T(x, _mm_cvtsi128_si32(at), _mm_extract_epi32(at, 1), _mm_extract_epi32(at, 2),
                                        _mm_extract_epi32(at, 3));
  return some_fours_T(times_fours_T(load_some_fours_T(values + begin, left), four), left);
}

/* The sum of values[p] * x[crd[p]] for p from begin until end. */
LOCAL T dot_fours_T(const T* restrict values, const int32_t* restrict crd, const T* restrict x, int64_t begin,
                    int64_t end) {
  lanes_fours_T sums = none_fours_T();
  if (begin >= ASKS_FROM) {
    for (; begin + 8 <= end; begin += 8) {
      ask_ahead(values + begin, crd + begin, sizeof *values);
      sums = plus_fours_T(sums, product_fours_T(values, crd, x, begin));
      sums = plus_fours_T(sums, product_fours_T(values, crd, x, begin + 4));
    }
    ask_ahead(values + begin, crd + begin, sizeof *values);
  }
  for (; begin + 4 <= end; begin += 4) sums = plus_fours_T(sums, product_fours_T(values, crd, x, begin));
  return sum_fours_T(plus_fours_T(sums, rest_fours_T(values, crd, x, begin, end)));
}
#endif

#endif
