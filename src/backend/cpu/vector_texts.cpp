#include "backend/cpu/vector_texts.h"

namespace stardust::cpu {

const char askAheadText[] = R"(#ifdef __AVX2__
/* Beyond what caches hold, memory gives a stream faster when it is asked for early. Where rows are in cache, asking
   takes time and gains nothing: rows before this position do not ask. Measured with doubles: 0 to 6 % slower at 7 MB,
   12 % faster at 25 MB, 30 % at 144 MB. */
enum { ASKS_FROM = 1 << 19 };
static inline void ask_ahead(const void* values, const int32_t* crd, size_t element) {
  const uintptr_t elements = 512;
  PREFETCH((const void*)((uintptr_t)values + elements * element));
  PREFETCH((const void*)((uintptr_t)crd + elements * sizeof *crd));
}
#endif
)";

// Four elements side by side, by type. Pairs of loads: the gathers of many processors are slower.
const char fourDoublesText[] = R"(#ifdef __AVX2__
#include <immintrin.h>
typedef __m256d lanes_fours_f64;
static inline __m256d none_fours_f64(void) { return _mm256_setzero_pd(); }
static inline __m256d load_fours_f64(const double* x) { return _mm256_loadu_pd(x); }
static inline __m256d load_some_fours_f64(const double* x, __m128i lanes) {
  return _mm256_maskload_pd(x, _mm256_cvtepi32_epi64(lanes));
}
static inline __m256d some_fours_f64(__m256d x, __m128i lanes) {
  return _mm256_and_pd(x, _mm256_castsi256_pd(_mm256_cvtepi32_epi64(lanes)));
}
static inline __m256d plus_fours_f64(__m256d x, __m256d y) { return _mm256_add_pd(x, y); }
static inline __m256d times_fours_f64(__m256d x, __m256d y) { return _mm256_mul_pd(x, y); }
static inline __m256d at_fours_f64(const double* x, int64_t a, int64_t b, int64_t c, int64_t d) {
  const __m128d low = _mm_loadh_pd(_mm_load_sd(x + a), x + b), high = _mm_loadh_pd(_mm_load_sd(x + c), x + d);
  return _mm256_insertf128_pd(_mm256_castpd128_pd256(low), high, 1);
}
static inline double sum_fours_f64(__m256d terms) {
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(terms), _mm256_extractf128_pd(terms, 1));
  return _mm_cvtsd_f64(two) + _mm_cvtsd_f64(_mm_unpackhi_pd(two, two));
}
#define VECTOR_dot_f64 dot_fours_f64
#define VECTOR_range_sum_f64 range_fours_f64
#endif
)";

const char fourFloatsText[] = R"(#ifdef __AVX2__
#include <immintrin.h>
typedef __m128 lanes_fours_f32;
static inline __m128 none_fours_f32(void) { return _mm_setzero_ps(); }
static inline __m128 load_fours_f32(const float* x) { return _mm_loadu_ps(x); }
static inline __m128 load_some_fours_f32(const float* x, __m128i lanes) { return _mm_maskload_ps(x, lanes); }
static inline __m128 some_fours_f32(__m128 x, __m128i lanes) { return _mm_and_ps(x, _mm_castsi128_ps(lanes)); }
static inline __m128 plus_fours_f32(__m128 x, __m128 y) { return _mm_add_ps(x, y); }
static inline __m128 times_fours_f32(__m128 x, __m128 y) { return _mm_mul_ps(x, y); }
static inline __m128 at_fours_f32(const float* x, int64_t a, int64_t b, int64_t c, int64_t d) {
  return _mm_movelh_ps(_mm_unpacklo_ps(_mm_load_ss(x + a), _mm_load_ss(x + b)),
                       _mm_unpacklo_ps(_mm_load_ss(x + c), _mm_load_ss(x + d)));
}
static inline float sum_fours_f32(__m128 terms) {
  const __m128 two = _mm_add_ps(terms, _mm_movehl_ps(terms, terms));
  return _mm_cvtss_f32(two) + _mm_cvtss_f32(_mm_shuffle_ps(two, two, 1));
}
#define VECTOR_dot_f32 dot_fours_f32
#define VECTOR_range_sum_f32 range_fours_f32
#endif
)";

// Two coordinates, none of them negative, come in one load: loads are what there are most of. What is left after the
// last four is masked: a branch on how many these are is guessed wrong for most rows.
const char dotInFoursText[] = R"(#ifdef __AVX2__
static inline __m128i first_fours_t(int64_t count) {
  return _mm_cmpgt_epi32(_mm_set1_epi32((int)count), _mm_setr_epi32(0, 1, 2, 3));
}
static inline T range_fours_t(const T* x, int64_t begin, int64_t end) {
  lanes_fours_t sums = none_fours_t();
  for (; begin + 4 <= end; begin += 4) sums = plus_fours_t(sums, load_fours_t(x + begin));
  return sum_fours_t(plus_fours_t(sums, load_some_fours_t(x + begin, first_fours_t(end - begin))));
}
static inline lanes_fours_t product_fours_t(const T* restrict values, const int32_t* restrict crd, const T* restrict x,
                                            int64_t at) {
  uint64_t two, more;
  memcpy(&two, crd + at, sizeof two);
  memcpy(&more, crd + at + 2, sizeof more);
  return times_fours_t(load_fours_t(values + at), at_fours_t(x, (int64_t)(uint32_t)two, (int64_t)(two >> 32),
                                                             (int64_t)(uint32_t)more, (int64_t)(more >> 32)));
}
static inline lanes_fours_t rest_fours_t(const T* restrict values, const int32_t* restrict crd, const T* restrict x,
                                         int64_t begin, int64_t end) {
  const __m128i left = first_fours_t(end - begin), at = _mm_maskload_epi32(crd + begin, left);
  const lanes_fours_t four = at_fours_t(x, _mm_cvtsi128_si32(at), _mm_extract_epi32(at, 1), _mm_extract_epi32(at, 2),
                                        _mm_extract_epi32(at, 3));
  return some_fours_t(times_fours_t(load_some_fours_t(values + begin, left), four), left);
}
static T dot_fours_t(const T* restrict values, const int32_t* restrict crd, const T* restrict x, int64_t begin,
                     int64_t end) {
  lanes_fours_t sums = none_fours_t();
  if (begin >= ASKS_FROM) {
    for (; begin + 8 <= end; begin += 8) {
      ask_ahead(values + begin, crd + begin, sizeof *values);
      sums = plus_fours_t(sums, product_fours_t(values, crd, x, begin));
      sums = plus_fours_t(sums, product_fours_t(values, crd, x, begin + 4));
    }
    ask_ahead(values + begin, crd + begin, sizeof *values);
  }
  for (; begin + 4 <= end; begin += 4) sums = plus_fours_t(sums, product_fours_t(values, crd, x, begin));
  return sum_fours_t(plus_fours_t(sums, rest_fours_t(values, crd, x, begin, end)));
}
#endif
)";

const char vectorSparseDotText[] = R"(#ifdef __AVX2__
#include <immintrin.h>
/* Four of one fiber against four of the other, in each of four rotations: what the other has at the coordinates of the
   one, times the one. What a fiber lacks to four is -1 in one and -2 in the other. */
#if defined(__AVX512F__) && defined(__AVX512VL__)
typedef __mmask8 fiber_lanes;
static inline fiber_lanes first_of_fiber(int64_t count) { return (fiber_lanes)((1u << (count < 4 ? count : 4)) - 1); }
static inline __m128i load_coordinates(const int32_t* crd, fiber_lanes lanes, int none) {
  return _mm_mask_loadu_epi32(_mm_set1_epi32(none), lanes, crd);
}
static inline __m256d load_fiber(const double* values, fiber_lanes lanes) {
  return _mm256_maskz_loadu_pd(lanes, values);
}
static inline __m256d common_products(__m128i a, __m256d x, __m128i b, __m256d y) {
  const __mmask8 same = _mm_cmpeq_epi32_mask(a, b), first = _mm_cmpeq_epi32_mask(a, _mm_shuffle_epi32(b, 0x39));
  const __mmask8 second = _mm_cmpeq_epi32_mask(a, _mm_shuffle_epi32(b, 0x4e)),
                 third = _mm_cmpeq_epi32_mask(a, _mm_shuffle_epi32(b, 0x93));
  const __m256d two = _mm256_mask_permutex_pd(_mm256_maskz_mov_pd(same, y), first, y, 0x39);
  const __m256d all = _mm256_mask_permutex_pd(_mm256_mask_permutex_pd(two, second, y, 0x4e), third, y, 0x93);
  return _mm256_maskz_mul_pd((__mmask8)(same | first | second | third), x, all);
}
#else
typedef __m128i fiber_lanes;
static inline fiber_lanes first_of_fiber(int64_t count) {
  return _mm_cmpgt_epi32(_mm_set1_epi32((int)(count < 4 ? count : 4)), _mm_setr_epi32(0, 1, 2, 3));
}
static inline __m128i load_coordinates(const int32_t* crd, fiber_lanes lanes, int none) {
  return _mm_or_si128(_mm_maskload_epi32(crd, lanes), _mm_andnot_si128(lanes, _mm_set1_epi32(none)));
}
static inline __m256d load_fiber(const double* values, fiber_lanes lanes) {
  return _mm256_maskload_pd(values, _mm256_cvtepi32_epi64(lanes));
}
static inline __m256d common_in_place(__m128i a, __m256d x, __m128i b, __m256d y) {
  return _mm256_and_pd(_mm256_mul_pd(x, y), _mm256_castsi256_pd(_mm256_cvtepi32_epi64(_mm_cmpeq_epi32(a, b))));
}
static inline __m256d common_products(__m128i a, __m256d x, __m128i b, __m256d y) {
  const __m256d same = common_in_place(a, x, b, y),
                first = common_in_place(a, x, _mm_shuffle_epi32(b, 0x39), _mm256_permute4x64_pd(y, 0x39));
  const __m256d second = common_in_place(a, x, _mm_shuffle_epi32(b, 0x4e), _mm256_permute4x64_pd(y, 0x4e));
  const __m256d third = common_in_place(a, x, _mm_shuffle_epi32(b, 0x93), _mm256_permute4x64_pd(y, 0x93));
  return _mm256_or_pd(_mm256_or_pd(same, first), _mm256_or_pd(second, third));
}
#endif
/* Whose last coordinate is the smaller one goes on. */
static inline double sparse_dot_in_fours(const double* values, const int32_t* crd, int64_t at, int64_t end,
                                         const double* others, const int32_t* their_crd, int64_t other, int64_t last) {
  __m256d sums = _mm256_setzero_pd();
  while (at < end && other < last) {
    const fiber_lanes lanes = first_of_fiber(end - at), their_lanes = first_of_fiber(last - other);
    const __m128i a = load_coordinates(crd + at, lanes, -1), b = load_coordinates(their_crd + other, their_lanes, -2);
    sums = _mm256_add_pd(
        sums, common_products(a, load_fiber(values + at, lanes), b, load_fiber(others + other, their_lanes)));
    const int32_t greatest = crd[(at + 4 < end ? at + 4 : end) - 1],
                  their_greatest = their_crd[(other + 4 < last ? other + 4 : last) - 1];
    at += greatest <= their_greatest ? 4 : 0;
    other += their_greatest <= greatest ? 4 : 0;
  }
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(sums), _mm256_extractf128_pd(sums, 1));
  return _mm_cvtsd_f64(two) + _mm_cvtsd_f64(_mm_unpackhi_pd(two, two));
}
#define VECTOR_sparse_dot_f64 sparse_dot_in_fours
#endif
)";

}  // namespace stardust::cpu
