/* The dot product of two sparse fibers, where it seldom runs. T: i32 i64 u64 f32 f64.

   It is never a part of the loop that calls it, which keeps its registers. */
#ifndef STARDUST_RUNTIME_SELDOM_DOT_T_H
#define STARDUST_RUNTIME_SELDOM_DOT_T_H

#include "T.h"
#include "base.h"
#include "sparse_dot_T.h"

/* The sum of values[at] * others[other] where crd[at] == their_crd[other]. */
LOCAL SELDOM T seldom_dot_T(const T* values, const int32_t* crd, int64_t at, int64_t end, const T* others,
                            const int32_t* their_crd, int64_t other, int64_t last) {
  return sparse_dot_T(values, crd, at, end, others, their_crd, other, last);
}

#endif
