/* Dot product of a sparse fiber and a dense row. T: i32 i64 u64 f32 f64.

   Without vectors, four accumulators hide the latency of additions. */
#ifndef STARDUST_RUNTIME_DOT_T_H
#define STARDUST_RUNTIME_DOT_T_H

#include "T.h"
#include "base.h"
#include "fours_T.h"

/* The sum of values[p] * x[crd[p]]. */
LOCAL inline T dot_T(const T* restrict values, const int32_t* restrict crd, const T* restrict x, int64_t begin,
                     int64_t end) {
  T sum = 0;
#ifdef VECTOR_dot_T
  if (end - begin > 2) return VECTOR_dot_T(values, crd, x, begin, end);
#else
  T b = 0, c = 0, d = 0;
  for (; begin + 4 <= end; begin += 4) {
    sum += values[begin] * x[crd[begin]];
    b += values[begin + 1] * x[crd[begin + 1]];
    c += values[begin + 2] * x[crd[begin + 2]];
    d += values[begin + 3] * x[crd[begin + 3]];
  }
  sum = (sum + b) + (c + d);
#endif
  for (; begin < end; begin++) sum += values[begin] * x[crd[begin]];
  return sum;
}

#endif
