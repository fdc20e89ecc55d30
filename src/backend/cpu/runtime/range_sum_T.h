/* Sum of contiguous elements. T: i32 i64 u64 f32 f64. */
#ifndef STARDUST_RUNTIME_RANGE_SUM_T_H
#define STARDUST_RUNTIME_RANGE_SUM_T_H

#include "T.h"
#include "base.h"
#include "fours_T.h"

LOCAL inline T range_sum_T(const T* x, int64_t begin, int64_t end) {
#ifdef VECTOR_range_sum_T
  return VECTOR_range_sum_T(x, begin, end);
#else
  T sum = 0;
  for (; begin < end; begin++) sum += x[begin];
  return sum;
#endif
}

#endif
