/* Segmented dot product of many sparse fibers and a dense row. T: i32 i64 u64 f32 f64. */
#ifndef STARDUST_RUNTIME_DOTS_T_H
#define STARDUST_RUNTIME_DOTS_T_H

#include "T.h"
#include "dot_T.h"
#include "eights_T.h"
#include "fibers.h"
#include "range_sum_T.h"

/* For each non-empty fiber from `begin` until `end`, appends the sum of values[p] * x[crd[p]] to `vals`, which has
   `count` elements. Returns the new count. */
LOCAL int64_t dots_T(const T* restrict values, const int32_t* restrict crd, const T* restrict x,
                     const int64_t* restrict pos, int64_t begin, int64_t end, T* restrict vals, int64_t count) {
  while (begin < end) {
    const int64_t next = end - begin > FIBERS_AT_ONCE ? begin + FIBERS_AT_ONCE : end, first = pos[begin];
    const int64_t entries = pos[next] - first;
    if (entries > (next - begin) * SHORT_FIBER) {
      for (; begin < next; begin++)
        if (pos[begin] < pos[begin + 1]) vals[count++] = dot_T(values, crd, x, pos[begin], pos[begin + 1]);
      continue;
    }
#ifdef VECTOR_dots_T
    count += VECTOR_dots_T(values, crd, x, pos + begin, next - begin, vals + count);
    begin = next;
#else
    T products[SHORT_FIBER * FIBERS_AT_ONCE];
    for (int64_t p = 0; p < entries; p++) products[p] = values[first + p] * x[crd[first + p]];
    for (; begin < next; begin++)
      if (pos[begin] < pos[begin + 1])
        vals[count++] = range_sum_T(products, pos[begin] - first, pos[begin + 1] - first);
#endif
  }
  return count;
}

#endif
