#include "backend/cpu/sum_texts.h"

namespace stardust::cpu {

// Four sums beside each other, so that none waits for the one before. One or two terms are no work for a vector.
const char dotText[] = R"(/* The sum of values[p] * x[crd[p]]. */
static inline T dot_t(const T* restrict values, const int32_t* restrict crd, const T* restrict x, int64_t begin,
                      int64_t end) {
  T sum = 0;
#ifdef VECTOR_dot_t
  if (end - begin > 2) return VECTOR_dot_t(values, crd, x, begin, end);
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
)";

const char rangeSumText[] = R"(static inline T range_sum_t(const T* x, int64_t begin, int64_t end) {
#ifdef VECTOR_range_sum_t
  return VECTOR_range_sum_t(x, begin, end);
#else
  T sum = 0;
  for (; begin < end; begin++) sum += x[begin];
  return sum;
#endif
}
)";

// Without branches but the end: which fiber goes on cannot be guessed.
const char sparseDotText[] = R"(/* The sum of values[at] * others[other] where crd[at] == their_crd[other]. */
static inline T sparse_dot_t(const T* values, const int32_t* crd, int64_t at, int64_t end, const T* others,
                             const int32_t* their_crd, int64_t other, int64_t last) {
#ifdef VECTOR_sparse_dot_t
  return VECTOR_sparse_dot_t(values, crd, at, end, others, their_crd, other, last);
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
)";

}  // namespace stardust::cpu
