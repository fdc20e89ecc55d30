#include "backend/cpu/fiber_texts.h"

namespace stardust::cpu {

// Fibers of 3 entries gain 30 % of their time, those of 4 lose 6 %. The products or the flags of those that are taken
// together stay in a cache.
const char fibersAtOnceText[] = "enum { FIBERS_AT_ONCE = 2048, SHORT_FIBER = 4 };\n";

// Asking ahead saves a tenth of the kernel's time: flags are stored faster than a stream that starts anew comes in.
const char flagHeadsText[] = R"(/* Flags for where fibers begin, and for the end of the last one. */
static inline void flag_heads(uint8_t* heads, const int64_t* pos, int64_t fibers) {
  const int64_t first = pos[0];
  int64_t fiber = 0;
  for (; fiber + 8 <= fibers; fiber += 8) {
    PREFETCH((const void*)((uintptr_t)(pos + fiber) + 4096));
    for (int k = 0; k < 8; k++) heads[pos[fiber + k] - first] = 255;
  }
  for (; fiber <= fibers; fiber++) heads[pos[fiber] - first] = 255;
}
)";

const char eightDoublesText[] = R"(#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
typedef __m512d lanes_eights_f64;
static inline __m512d none_eights_f64(void) { return _mm512_setzero_pd(); }
static inline __m512d joined_eights_f64(__m256d low, __m256d high) {
  return _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
}
static inline __m512d plus_some_eights_f64(__m512d x, unsigned lanes, __m512d y) {
  return _mm512_mask_add_pd(x, (__mmask8)lanes, x, y);
}
#define UP_eights_f64(x, lanes) \
  _mm512_castsi512_pd(_mm512_alignr_epi64(_mm512_castpd_si512(x), _mm512_setzero_si512(), 8 - lanes))
static inline __m512d last_eights_f64(__m512d x) { return _mm512_permutexvar_pd(_mm512_set1_epi64(7), x); }
static inline double first_eights_f64(__m512d x) { return _mm512_cvtsd_f64(x); }
static inline void pack_eights_f64(double* to, unsigned lanes, int count, __m512d x) {
  _mm512_mask_storeu_pd(to, (__mmask8)((1u << count) - 1), _mm512_maskz_compress_pd((__mmask8)lanes, x));
}
#define VECTOR_dots_f64 dots_eights_f64
#endif
)";

const char eightFloatsText[] = R"(#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
typedef __m256 lanes_eights_f32;
static inline __m256 none_eights_f32(void) { return _mm256_setzero_ps(); }
static inline __m256 joined_eights_f32(__m128 low, __m128 high) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}
static inline __m256 plus_some_eights_f32(__m256 x, unsigned lanes, __m256 y) {
  return _mm256_mask_add_ps(x, (__mmask8)lanes, x, y);
}
#define UP_eights_f32(x, lanes) \
  _mm256_castsi256_ps(_mm256_alignr_epi32(_mm256_castps_si256(x), _mm256_setzero_si256(), 8 - lanes))
static inline __m256 last_eights_f32(__m256 x) { return _mm256_permutevar8x32_ps(x, _mm256_set1_epi32(7)); }
static inline float first_eights_f32(__m256 x) { return _mm256_cvtss_f32(x); }
static inline void pack_eights_f32(float* to, unsigned lanes, int count, __m256 x) {
  _mm256_mask_storeu_ps(to, (__mmask8)((1u << count) - 1), _mm256_maskz_compress_ps((__mmask8)lanes, x));
}
#define VECTOR_dots_f32 dots_eights_f32
#endif
)";

// Which entry is the first of its fiber is flagged, so that one loop without a branch goes over all entries. A vector
// is added to itself, moved by one, two and four lanes, in those lanes that no flag separates from where that comes
// from.
const char dotsInEightsText[] = R"(#ifdef VECTOR_dots_t
/* Of each lane the sum from the last head before it, or its own, on. */
static inline lanes_eights_t scan_eights_t(lanes_eights_t x, unsigned heads) {
  x = plus_some_eights_t(x, ~heads, UP_eights_t(x, 1));
  heads |= heads << 1;
  x = plus_some_eights_t(x, ~heads, UP_eights_t(x, 2));
  heads |= heads << 2;
  return plus_some_eights_t(x, ~heads, UP_eights_t(x, 4));
}
static int64_t dots_eights_t(const T* restrict values, const int32_t* restrict crd, const T* restrict x,
                             const int64_t* restrict pos, int64_t fibers, T* restrict vals) {
  uint8_t heads[SHORT_FIBER * FIBERS_AT_ONCE + 16];
  const int64_t first = pos[0], entries = pos[fibers] - first;
  memset(heads, 0, (size_t)entries + 16);
  flag_heads(heads, pos, fibers);
  lanes_eights_t before = none_eights_t();
  int64_t p = first, count = 0;
  for (; p + 8 <= first + entries; p += 8) {
    ask_ahead(values + p, crd + p, sizeof *values);
    const unsigned flags = (unsigned)_mm_movemask_epi8(_mm_loadu_si128((const __m128i*)(heads + (p - first))));
    const unsigned own = flags & 255, ends = flags >> 1 & 255;
    const lanes_eights_t products = joined_eights_t(product_fours_t(values, crd, x, p),
                                                    product_fours_t(values, crd, x, p + 4));
    const lanes_eights_t sums = plus_some_eights_t(scan_eights_t(products, own), (own & (0 - own)) - 1, before);
    const int ended = __builtin_popcount(ends);
    pack_eights_t(vals + count, ends, ended, sums);
    count += ended;
    before = last_eights_t(sums);
  }
  T sum = first_eights_t(before);
  for (; p < first + entries; p++) {
    sum = (heads[p - first] ? 0 : sum) + values[p] * x[crd[p]];
    vals[count] = sum;
    count += heads[p - first + 1] != 0;
  }
  return count;
}
#endif
)";

const char dotsText[] = R"(/* Appends the sum of values[p] * x[crd[p]] of each fiber that has entries; the new count. */
static int64_t dots_t(const T* restrict values, const int32_t* restrict crd, const T* restrict x,
                      const int64_t* restrict pos, int64_t begin, int64_t end, T* restrict vals, int64_t count) {
  while (begin < end) {
    const int64_t next = end - begin > FIBERS_AT_ONCE ? begin + FIBERS_AT_ONCE : end, first = pos[begin];
    const int64_t entries = pos[next] - first;
    if (entries > (next - begin) * SHORT_FIBER) {
      for (; begin < next; begin++)
        if (pos[begin] < pos[begin + 1]) vals[count++] = dot_t(values, crd, x, pos[begin], pos[begin + 1]);
      continue;
    }
#ifdef VECTOR_dots_t
    count += VECTOR_dots_t(values, crd, x, pos + begin, next - begin, vals + count);
    begin = next;
#else
    T products[SHORT_FIBER * FIBERS_AT_ONCE];
    for (int64_t p = 0; p < entries; p++) products[p] = values[first + p] * x[crd[first + p]];
    for (; begin < next; begin++)
      if (pos[begin] < pos[begin + 1]) vals[count++] = range_sum_t(products, pos[begin] - first, pos[begin + 1] - first);
#endif
  }
  return count;
}
)";

}  // namespace stardust::cpu
