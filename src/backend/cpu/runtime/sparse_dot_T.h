/* Dot product of two sparse fibers. T: i32 i64 u64 f32 f64.

   The merge is branchless except for its end, since the fiber that advances is unpredictable. */
#ifndef STARDUST_RUNTIME_SPARSE_DOT_T_H
#define STARDUST_RUNTIME_SPARSE_DOT_T_H

#include "T.h"
#include "base.h"
#include "sparse_fours_T.h"

/* The sum of values[at] * others[other] where crd[at] == their_crd[other]. */
LOCAL inline T sparse_dot_T(const T* values, const int32_t* crd, int64_t at, int64_t end, const T* others,
                            const int32_t* their_crd, int64_t other, int64_t last) {
#ifdef VECTOR_sparse_dot_T
  return VECTOR_sparse_dot_T(values, crd, at, end, others, their_crd, other, last);
#else
  T sum = 0;
  while (at < end && other < last) {
    const int32_t one = crd[at], two = their_crd[other];
    if (one == two) sum += values[at] * others[other];
    at += one <= two;
    other += two <= one;
  }
  return sum;
#endif
}

#endif
