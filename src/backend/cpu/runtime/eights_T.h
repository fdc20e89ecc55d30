/* Segmented dot products of short fibers, eight entries at a time (AVX-512). T: f32 f64.

   The first entry of each fiber is flagged as a head, so that one branchless loop processes all entries across fiber
   boundaries. A segmented scan of a vector takes three steps: it adds the vector shifted by one, two and four lanes,
   in lanes without a head in between. */
#ifndef STARDUST_RUNTIME_EIGHTS_T_H
#define STARDUST_RUNTIME_EIGHTS_T_H

#include "T.h"
#include "eight_T.h"
#include "fibers.h"
#include "fours_T.h"

#ifdef VECTOR_dots_T
/* Segmented inclusive scan: in each lane, the sum of the lanes from the last head up to this lane. */
LOCAL inline lanes_eights_T scan_eights_T(lanes_eights_T x, unsigned heads) {
  x = plus_some_eights_T(x, ~heads, UP_eights_T(x, 1));
  heads |= heads << 1;
  x = plus_some_eights_T(x, ~heads, UP_eights_T(x, 2));
  heads |= heads << 2;
  return plus_some_eights_T(x, ~heads, UP_eights_T(x, 4));
}

/* Stores the sum of values[p] * x[crd[p]] for each non-empty one of `fibers` fibers to `vals`. Returns their number. */
LOCAL int64_t dots_eights_T(const T* restrict values, const int32_t* restrict crd, const T* restrict x,
                            const int64_t* restrict pos, int64_t fibers, T* restrict vals) {
  uint8_t heads[SHORT_FIBER * FIBERS_AT_ONCE + 16];
  const int64_t first = pos[0], entries = pos[fibers] - first;
  memset(heads, 0, (size_t)entries + 16);
  flag_heads(heads, pos, fibers);
  lanes_eights_T before = none_eights_T();
  int64_t p = first, count = 0;
  for (; p + 8 <= first + entries; p += 8) {
    ask_ahead(values + p, crd + p, sizeof *values);
    const unsigned flags = (unsigned)_mm_movemask_epi8(_mm_loadu_si128((const __m128i*)(heads + (p - first))));
    const unsigned own = flags & 255, ends = flags >> 1 & 255;
    const lanes_eights_T products =
        joined_eights_T(product_fours_T(values, crd, x, p), product_fours_T(values, crd, x, p + 4));
    const lanes_eights_T sums = plus_some_eights_T(scan_eights_T(products, own), (own & (0 - own)) - 1, before);
    const int ended = __builtin_popcount(ends);
    pack_eights_T(vals + count, ends, ended, sums);
    count += ended;
    before = last_eights_T(sums);
  }
  T sum = first_eights_T(before);
  for (; p < first + entries; p++) {
    sum = (heads[p - first] ? 0 : sum) + values[p] * x[crd[p]];
    vals[count] = sum;
    count += heads[p - first + 1] != 0;
  }
  return count;
}
#endif

#endif
