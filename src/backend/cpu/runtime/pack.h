/* Components of pack_T: flags as a bit mask, and compaction of the selected elements.

   A loop over the set bits of a word has an unpredictable trip count. Instead, a whole vector is compacted at once
   if enough of 64 flags are set, and with AVX-512 VBMI2, the coordinates of a whole word. */
#ifndef STARDUST_RUNTIME_PACK_H
#define STARDUST_RUNTIME_PACK_H

#include "bits.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* Eight flags as a bit mask, the first flag in the lowest bit. */
LOCAL inline uint64_t eight_flags(const bool* flags) {
  uint64_t eight = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(&eight, flags, 8);
  return eight * 0x0102040810204080 >> 56;
#else
  for (int k = 0; k < 8; k++) eight |= (uint64_t)flags[k] << k;
  return eight;
#endif
}

/* Returns the first 64 of `count` flags as a bit mask, and clears them. */
LOCAL inline uint64_t taken_flags(bool* flags, int64_t count) {
#ifdef __AVX512BW__
  const __mmask64 lanes = count < 64 ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0;
  const __m512i all = _mm512_maskz_loadu_epi8(lanes, flags);
  const uint64_t bits = _mm512_test_epi8_mask(all, all);
  _mm512_mask_storeu_epi8(flags, lanes, _mm512_setzero_si512());
#else
  uint64_t bits = 0;
  if (count < 64) {
    int64_t k = 0;
    for (; k + 8 <= count; k += 8) bits |= eight_flags(flags + k) << k;
    for (; k < count; k++) bits |= (uint64_t)flags[k] << k;
    if (bits) memset(flags, 0, (size_t)count);
    return bits;
  }
#ifdef __AVX2__
  const __m256i none = _mm256_setzero_si256(), low = _mm256_loadu_si256((const __m256i*)flags),
                high = _mm256_loadu_si256((const __m256i*)(flags + 32));
  bits = (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(high, none)) << 32 |
         (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(low, none));
#else
  for (int k = 0; k < 64; k += 8) bits |= eight_flags(flags + k) << k;
#endif
  if (bits) memset(flags, 0, 64);
#endif
  return bits;
}

#if defined(__GNUC__) && !defined(__clang__)
/* Disables vectorisation of a function: gcc would gather four elements into a vector, which is slower than scalar
   stores. */
#define WITHOUT_SLP __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define WITHOUT_SLP
#endif

#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
/* Compacts the elements selected by `stored` among eight. Returns their number. Faster than scalar code if at least
   PACK_LANES_FROM of 64 flags are set. */
enum { PACK_LANES_FROM = 6 };
enum { PACK_LANES_SPILL = 0 };
#define PACK_LANES 8

LOCAL inline int64_t pack_lanes(void* values, unsigned stored, int32_t first, int32_t* crd, void* vals,
                                const void* fill, size_t element) {
  const int count = __builtin_popcount(stored);
  const __mmask8 packed = (__mmask8)((1u << count) - 1), from = (__mmask8)stored;
  const __m256i at = _mm256_add_epi32(_mm256_set1_epi32(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  _mm256_mask_storeu_epi32(crd, packed, _mm256_maskz_compress_epi32(from, at));
  if (element == 8) {
    long long left;
    memcpy(&left, fill, 8);
    _mm512_mask_storeu_epi64(vals, packed, _mm512_maskz_compress_epi64(from, _mm512_maskz_loadu_epi64(from, values)));
    _mm512_mask_storeu_epi64(values, from, _mm512_set1_epi64(left));
  } else {
    int left;
    memcpy(&left, fill, 4);
    _mm256_mask_storeu_epi32(vals, packed, _mm256_maskz_compress_epi32(from, _mm256_maskz_loadu_epi32(from, values)));
    _mm256_mask_storeu_epi32(values, from, _mm256_set1_epi32(left));
  }
  return count;
}

#if defined(__AVX512BW__) && defined(__AVX512VBMI2__)
/* The coordinates of up to 32 of 64 set bits, without a branch on their number. */
enum { PACK_INDICES_UNTIL = 24 };
#define PACK_INDICES

LOCAL inline void pack_indices(uint64_t stored, int64_t found, int32_t first, int32_t* crd) {
  static const uint8_t each[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                   16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                   32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                   48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const __m512i at = _mm512_maskz_compress_epi8(stored, _mm512_loadu_si512(each)), begin = _mm512_set1_epi32(first);
  const uint32_t packed = (uint32_t)(((uint64_t)1 << found) - 1);
  _mm512_mask_storeu_epi32(crd, (__mmask16)packed,
                           _mm512_add_epi32(begin, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(at))));
  if (found > 16)
    _mm512_mask_storeu_epi32(crd + 16, (__mmask16)(packed >> 16),
                             _mm512_add_epi32(begin, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(at, 1))));
}

LOCAL inline bool none_of_256(const bool* flags) {
  const __m512i a = _mm512_or_si512(_mm512_loadu_si512(flags), _mm512_loadu_si512(flags + 64)),
                b = _mm512_or_si512(_mm512_loadu_si512(flags + 128), _mm512_loadu_si512(flags + 192));
  return !_mm512_test_epi64_mask(_mm512_or_si512(a, b), _mm512_or_si512(a, b));
}
#endif
#elif defined(__AVX2__)
#include <immintrin.h>
/* Compacts the elements selected by `stored` among four. Returns their number. Writes and resets all four elements. */
enum { PACK_LANES_FROM = 32 };
enum { PACK_LANES_SPILL = 3 };
#define PACK_LANES 4

LOCAL inline int64_t pack_lanes(void* values, unsigned stored, int32_t first, int32_t* crd, void* vals,
                                const void* fill, size_t element) {
  /* Shuffle masks for each selection of four lanes: one byte for each selected lane, the first one lowest; and one
     byte for each half of such an 8-byte lane. */
  static const uint32_t chosen[16] = {0x00000000, 0x00000000, 0x00000001, 0x00000100, 0x00000002, 0x00000200,
                                      0x00000201, 0x00020100, 0x00000003, 0x00000300, 0x00000301, 0x00030100,
                                      0x00000302, 0x00030200, 0x00030201, 0x03020100};
  static const uint64_t halves[16] = {0x0100010001000100, 0x0100010001000100, 0x0100010001000302, 0x0100010003020100,
                                      0x0100010001000504, 0x0100010005040100, 0x0100010005040302, 0x0100050403020100,
                                      0x0100010001000706, 0x0100010007060100, 0x0100010007060302, 0x0100070603020100,
                                      0x0100010007060504, 0x0100070605040100, 0x0100070605040302, 0x0706050403020100};
  const __m128i lanes = _mm_cvtepu8_epi32(_mm_cvtsi32_si128((int)chosen[stored]));
  _mm_storeu_si128((__m128i*)crd, _mm_add_epi32(_mm_set1_epi32(first), lanes));
  if (element == 8) {
    long long left;
    memcpy(&left, fill, 8);
    const __m256i parts = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)&halves[stored]));
    _mm256_storeu_si256((__m256i*)vals, _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i*)values), parts));
    _mm256_storeu_si256((__m256i*)values, _mm256_set1_epi64x(left));
  } else {
    int left;
    memcpy(&left, fill, 4);
    _mm_storeu_ps((float*)vals, _mm_permutevar_ps(_mm_loadu_ps((const float*)values), lanes));
    _mm_storeu_si128((__m128i*)values, _mm_set1_epi32(left));
  }
  return __builtin_popcount(stored);
}
#endif

#endif
