struct plus3Twoway1_loop {
  int64_t next_, end_;
  int status_;
  const int64_t B2_dim;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const float* restrict B_vals;
  const int32_t* restrict C2_crd;
  const int64_t* restrict C2_pos;
  const float* restrict C_vals;
  int32_t* restrict T2_crd;
  int64_t* restrict T2_pos;
  int64_t* restrict T2_stop;
  float* restrict T_vals;
  int64_t* restrict first;
};
static void plus3Twoway1_part(void* shared) {
  struct plus3Twoway1_loop* const loop_ = shared;
  const int64_t B2_dim = loop_->B2_dim;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const float* restrict B_vals = loop_->B_vals;
  const int32_t* restrict C2_crd = loop_->C2_crd;
  const int64_t* restrict C2_pos = loop_->C2_pos;
  const float* restrict C_vals = loop_->C_vals;
  int32_t* restrict T2_crd = loop_->T2_crd;
  int64_t* restrict T2_pos = loop_->T2_pos;
  int64_t* restrict T2_stop = loop_->T2_stop;
  float* restrict T_vals = loop_->T_vals;
  int64_t* restrict first = loop_->first;
  float* restrict row = NULL;
  int64_t row_capacity = 0, row_length = 0;
  bool* restrict row_stored = NULL;
  int64_t row_stored_capacity = 0, row_stored_length = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t T2_count_2 = B2_pos[i_first] + C2_pos[i_first];
    ALLOCATE(row, 0, next);
    row_length = 0;
    ALLOCATE(row_stored, 0, next);
    row_stored_length = 0;
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      const int64_t C2_begin = C2_pos[i];
      const int64_t C2_end = C2_pos[i + 1];
      if ((B2_end - B2_begin + (C2_end - C2_begin)) * 12 >= B2_dim) {
        RESIZE_FILLED(row, B2_dim, 0.0f, next);
        RESIZE_FILLED(row_stored, B2_dim, false, next);
        const int64_t B2_begin_2 = B2_pos[i];
        const int64_t B2_end_2 = B2_pos[i + 1];
        int64_t B2_2_next = B2_begin_2;
        const int64_t B2_2_end = B2_end_2;
        while (B2_2_next + 4 <= B2_2_end) {
          const int64_t j_2_2 = B2_crd[B2_2_next];
          /* row(j) = B(i,j) */
          const int64_t j_2_3 = B2_crd[B2_2_next + 1];
          const int64_t j_2_4 = B2_crd[B2_2_next + 2];
          const int64_t j_2_5 = B2_crd[B2_2_next + 3];
          row[j_2_2] = B_vals[B2_2_next];
          row[j_2_3] = B_vals[B2_2_next + 1];
          row[j_2_4] = B_vals[B2_2_next + 2];
          row[j_2_5] = B_vals[B2_2_next + 3];
          row_stored[j_2_2] = true;
          row_stored[j_2_3] = true;
          row_stored[j_2_4] = true;
          row_stored[j_2_5] = true;
          B2_2_next += 4;
        }
        for (int64_t vB2_2 = B2_2_next, B2_2_end_2 = B2_2_end; vB2_2 < B2_2_end_2; vB2_2++) {
          const int64_t j_2 = B2_crd[vB2_2];
          /* row(j) = B(i,j) */
          row[j_2] = B_vals[vB2_2];
          row_stored[j_2] = true;
        }
        const int64_t C2_begin_2 = C2_pos[i];
        const int64_t C2_end_2 = C2_pos[i + 1];
        int64_t C2_2_next = C2_begin_2;
        const int64_t C2_2_end = C2_end_2;
        while (C2_2_next + 4 <= C2_2_end) {
          const int64_t j_3_2 = C2_crd[C2_2_next];
          /* row(j) += C(i,j) */
          const int64_t j_3_3 = C2_crd[C2_2_next + 1];
          const int64_t j_3_4 = C2_crd[C2_2_next + 2];
          const int64_t j_3_5 = C2_crd[C2_2_next + 3];
          row[j_3_2] += C_vals[C2_2_next];
          row[j_3_3] += C_vals[C2_2_next + 1];
          row[j_3_4] += C_vals[C2_2_next + 2];
          row[j_3_5] += C_vals[C2_2_next + 3];
          row_stored[j_3_2] = true;
          row_stored[j_3_3] = true;
          row_stored[j_3_4] = true;
          row_stored[j_3_5] = true;
          C2_2_next += 4;
        }
        for (int64_t vC2_2 = C2_2_next, C2_2_end_2 = C2_2_end; vC2_2 < C2_2_end_2; vC2_2++) {
          const int64_t j_3 = C2_crd[vC2_2];
          /* row(j) += C(i,j) */
          row[j_3] += C_vals[vC2_2];
          row_stored[j_3] = true;
        }
        T2_count_2 = pack_f32(row, row_stored, B2_dim, T2_crd, T_vals, T2_count_2, 0.0f);
      } else {
        int64_t B2 = B2_begin;
        int64_t C2 = C2_begin;
        /* T(i,j) = B(i,j) + C(i,j) */
        T2_count_2 = unite_f32(B_vals, B2_crd, B2, B2_end, C_vals, C2_crd, C2, C2_end, T_vals, T2_crd, T2_count_2);
      }
      T2_pos[i + 1] = T2_count_2;
    }
    T2_stop[chunk_2] = T2_count_2;
  next:;
  }
  free(row);
  free(row_stored);
  raise_status(&loop_->status_, status);
}

stardust_status plus3Twoway1(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* T, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const float* restrict B_vals = B->vals.data;
  const int64_t* restrict C2_pos = C->levels[1].pos.data;
  const int32_t* restrict C2_crd = C->levels[1].crd.data;
  const float* restrict C_vals = C->vals.data;
  int64_t* restrict T2_pos = T->levels[1].pos.data;
  int64_t T2_pos_capacity = T->levels[1].pos.capacity, T2_pos_length = 0;
  int32_t* restrict T2_crd = T->levels[1].crd.data;
  int64_t T2_crd_capacity = T->levels[1].crd.capacity, T2_crd_length = 0;
  float* restrict T_vals = T->vals.data;
  int64_t T_vals_capacity = T->vals.capacity, T_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict T2_stop = NULL;
  int64_t T2_stop_capacity = 0;
  RESIZE_FILLED(T2_pos, B1_dim + 1, 0, done);
  const int64_t work = B1_dim + B2_pos[B1_dim] + C2_pos[B1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + C2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t T2_most = B2_pos[B1_dim] + C2_pos[B1_dim];
  RESIZE(T2_crd, T2_most, done);
  RESIZE(T_vals, T2_most, done);
  ALLOCATE(T2_stop, chunks, done);
  struct plus3Twoway1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .B2_dim = B2_dim,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B_vals = B_vals,
    .C2_crd = C2_crd,
    .C2_pos = C2_pos,
    .C_vals = C_vals,
    .T2_crd = T2_crd,
    .T2_pos = T2_pos,
    .T2_stop = T2_stop,
    .T_vals = T_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, plus3Twoway1_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  int64_t T2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t T2_start = B2_pos[part_first] + C2_pos[part_first];
    const int64_t T2_length = T2_stop[chunk_3] - T2_start;
    const int64_t T2_gap = T2_start - T2_count_3;
    if (T2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        T2_pos[part_first + (fiber + 1)] = T2_pos[part_first + (fiber + 1)] - T2_gap;
      }
    }
    if (T2_gap > 0) {
      memmove(T2_crd + T2_count_3, T2_crd + T2_start, (size_t)(T2_start + T2_length - T2_start) * sizeof *T2_crd);
      memmove(T_vals + T2_count_3, T_vals + T2_start, (size_t)(T2_start + T2_length - T2_start) * sizeof *T_vals);
    }
    T2_count_3 += T2_length;
  }
  RESIZE(T2_crd, T2_count_3, done);
  RESIZE(T_vals, T2_count_3, done);
done:
  free(first);
  free(T2_stop);
  T->levels[1].pos = (stardust_array){T2_pos, T2_pos_length, T2_pos_capacity};
  T->levels[1].crd = (stardust_array){T2_crd, T2_crd_length, T2_crd_capacity};
  T->vals = (stardust_array){T_vals, T_vals_length, T_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return plus3Twoway1(tensors[0], tensors[1], tensors[2], threads, run);
}
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE
#endif
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The functions of the runtime: each file has its own, and need not call them all. */
#ifdef __GNUC__
#define LOCAL __attribute__((unused)) static
#else
#define LOCAL static
#endif

/* Tensors as compiled kernels take and give them. C99; kernels that stand alone come with a copy. */
#ifndef STARDUST_KERNEL_H
#define STARDUST_KERNEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One array. Of an operand, a kernel reads `data` only. Of a result, `data` is null or from malloc, with room for
   `capacity` elements: the kernel uses or reallocates it and sets all three. It is the caller's to free, also after a
   failure. */
typedef struct {
  void* data;
  int64_t length, capacity; /* in elements */
} stardust_array;

/* Level by level from the outermost one in. A dense level has only `dim`, a compressed one `pos` and `crd`, a singleton
   `crd`, a bit vector `pos` and `bits`. Position p of the level above owns positions pos[p] to pos[p + 1] - 1 of this
   one. */
typedef struct {
  int64_t dim;        /* the extent of the mode that the level stores; the caller says it, also of a result */
  stardust_array pos; /* of int64_t */
  stardust_array crd; /* of int32_t, from 0 */
  stardust_array
      bits; /* of uint32_t: the lowest bit of the first word is coordinate 0, and fibers fill multiples of 16 words */
} stardust_level;

typedef struct {
  stardust_level* levels; /* null for a scalar */
  stardust_array vals;    /* of int32_t, int64_t, float or double, as the kernel's manifest says */
} stardust_tensor;

/* What a kernel returns. After anything but STARDUST_OK the results hold nothing of use. */
typedef enum { STARDUST_OK, STARDUST_OUT_OF_MEMORY, STARDUST_DIVISION_BY_ZERO, STARDUST_TOO_LARGE } stardust_status;

/* How a kernel shares its loops among threads: calls region(loop) on the calling thread and on up to `threads` - 1
   others at the same time, and returns when every call that began has returned. Calls take parts of the loop until none
   is left, so that one which begins late, or never, is not missed. stardust_parallel of stardust_threads.h is one; so
   is a function with "#pragma omp parallel num_threads(threads)" before the call. */
typedef void stardust_runner(int32_t threads, void (*region)(void* loop), void* loop);

#ifdef __cplusplus
}
#endif
#endif

#define FAIL(reason, label) \
  do {                      \
    status = reason;        \
    goto label;             \
  } while (0)

#ifdef __linux__
#include <sys/mman.h>
#endif

/* realloc, null also where the size in bytes is no size. New memory begins with a line of the cache, so that rows of
   whole lines are written whole. Much memory comes in huge pages where there are any: the first touch of a page costs
   more than most work on it. */
LOCAL void* resized(void* data, int64_t count, size_t element) {
  if (count < 0 || (uint64_t)count > (uint64_t)PTRDIFF_MAX / element) return NULL;
  const size_t size = count > 0 ? (size_t)count * element : 1;
#ifdef __linux__
  void* lines = NULL;
  char* const moved = data ? realloc(data, size) : posix_memalign(&lines, 64, size) ? NULL : lines;
#else
  char* const moved = realloc(data, size);
#endif

#ifdef MADV_HUGEPAGE
  if (moved && size >= (size_t)1 << 23) {
    const size_t skipped = (size_t)(-(uintptr_t)moved & 4095);
    (void)madvise(moved + skipped, (size - skipped) & ~(size_t)4095, MADV_HUGEPAGE);
  }
#endif
  return moved;
}

/* Room for `count` elements; what was there is kept. */
#define RESERVE(array, count, label)                       \
  do {                                                     \
    if ((count) > array##_capacity) {                      \
      void* moved_ = resized(array, count, sizeof *array); \
      if (!moved_) FAIL(STARDUST_OUT_OF_MEMORY, label);    \
      array = moved_;                                      \
      array##_capacity = (count);                          \
    }                                                      \
  } while (0)

/* Room for `count` elements of no particular value. */
#define ALLOCATE(array, count, label) \
  do {                                \
    const int64_t count_ = (count);   \
    if (count_ > array##_capacity) {  \
      free(array);                    \
      array = NULL;                   \
      array##_capacity = 0;           \
      RESERVE(array, count_, label);  \
    }                                 \
  } while (0)

/* The same, all of this value. */
#define ALLOCATE_FILLED(array, count, value, label)           \
  do {                                                        \
    const int64_t size_ = (count);                            \
    ALLOCATE(array, size_, label);                            \
    for (int64_t k_ = 0; k_ < size_; k_++) array[k_] = value; \
  } while (0)

/* Exactly `count` elements; what was there is kept. */
#define RESIZE(array, count, label) \
  do {                              \
    const int64_t count_ = (count); \
    RESERVE(array, count_, label);  \
    array##_length = count_;        \
  } while (0)

/* The same, new ones of this value. */
#define RESIZE_FILLED(array, count, value, label)                           \
  do {                                                                      \
    const int64_t count_ = (count);                                         \
    RESERVE(array, count_, label);                                          \
    for (int64_t k_ = array##_length; k_ < count_; k_++) array[k_] = value; \
    array##_length = count_;                                                \
  } while (0)

/* At least `count` elements, with amortised cost. */
#define GROW(array, count, label)                                                                \
  do {                                                                                           \
    const int64_t count_ = (count);                                                              \
    if (count_ > array##_capacity) {                                                             \
      const int64_t double_ = 2 * array##_capacity, room_ = count_ > double_ ? count_ : double_; \
      RESERVE(array, room_, label);                                                              \
    }                                                                                            \
  } while (0)

#define LENGTHEN(array, count)                              \
  do {                                                      \
    if ((count) > array##_length) array##_length = (count); \
  } while (0)

LOCAL inline int lowest_bit(uint64_t bits) {
#ifdef __GNUC__
  return __builtin_ctzll(bits);
#else
  int at = 0;
  for (; !(bits >> at & 1); at++) {
  }
  return at;
#endif
}

LOCAL inline int bit_count(uint64_t bits) {
#ifdef __GNUC__
  return __builtin_popcountll(bits);
#else
  int count = 0;
  for (; bits; bits &= bits - 1) count++;
  return count;
#endif
}

LOCAL inline int64_t count_ones(uint32_t word) { return bit_count(word); }

/* 32 for 0. */
LOCAL inline int64_t trailing_zeros(uint32_t word) { return word ? lowest_bit(word) : 32; }

/* The least integer divided by -1 is itself. */
LOCAL inline int64_t div_i64(int64_t a, int64_t b) { return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b; }

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* Eight flags as bits, the first flag lowest. */
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

/* The first 64 of `count` flags as bits; they are cleared. */
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
/* Before a function: gcc gathers elements from four places into a vector, which takes longer than storing each. */
#define WITHOUT_SLP __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define WITHOUT_SLP
#endif

#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
/* Packs those of eight elements that have a bit in `stored`; how many. Faster than one by one where PACK_LANES_FROM of
   64 are stored. */
enum { PACK_LANES_FROM = 6, PACK_LANES_SPILL = 0 };
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
/* The coordinates of up to 32 of 64 set bits, without a branch on how many there are. */
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
/* Packs those of four elements that have a bit in `stored`; how many. Four are written, and all four are reset. */
enum { PACK_LANES_FROM = 32, PACK_LANES_SPILL = 3 };
#define PACK_LANES 4

LOCAL inline int64_t pack_lanes(void* values, unsigned stored, int32_t first, int32_t* crd, void* vals,
                                const void* fill, size_t element) {
  /* By the choice of four lanes: a byte for each lane that is chosen, the first one lowest; and a byte for each half of
     such a lane of eight bytes. */
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

#ifdef PACK_INDICES
/* The values at coordinates that are appended already. */
LOCAL inline void take_pack_f32(float* restrict values, const int32_t* restrict crd, float* restrict vals, int64_t begin,
                              int64_t end, float fill) {
  for (; begin < end; begin++) {
    vals[begin] = values[crd[begin]];
    values[crd[begin]] = fill;
  }
}

/* Appends the elements n below `size` with stored[n], in order, to `crd` and `vals`, which have `count` elements; the
   new count. Afterwards nothing is stored, and `values` holds `fill` where something was. */
LOCAL int64_t pack_f32(float* restrict values, bool* restrict stored, int64_t size, int32_t* restrict crd, float* restrict vals,
                     int64_t count, float fill) {
  int64_t taken = count;
  for (int64_t n = 0; n < size; n += 64) {
    if (n % 256 == 0 && size - n >= 256 && none_of_256(stored + n)) {
      n += 192;
      continue;
    }
    uint64_t bits = taken_flags(stored + n, size - n);
    const int64_t found = bit_count(bits);
    if (found <= PACK_INDICES_UNTIL) {
      pack_indices(bits, found, (int32_t)n, crd + count);
      count += found;
      continue;
    }
    take_pack_f32(values, crd, vals, taken, count, fill);
    for (int64_t k = n; bits; k += PACK_LANES, bits >>= PACK_LANES)
      count += pack_lanes(values + k, (unsigned)bits & ((1u << PACK_LANES) - 1), (int32_t)k, crd + count, vals + count,
                          &fill, sizeof fill);
    taken = count;
  }
  take_pack_f32(values, crd, vals, taken, count, fill);
  return count;
}
#else
/* As above. */
LOCAL WITHOUT_SLP int64_t pack_f32(float* restrict values, bool* restrict stored, int64_t size, int32_t* restrict crd,
                                 float* restrict vals, int64_t count, float fill) {
  uint64_t next = size > 0 ? taken_flags(stored, size) : 0;
  for (int64_t n = 0; n < size; n += 64) {
    uint64_t bits = next;
    next = size - n > 64 ? taken_flags(stored + n + 64, size - n - 64) : 0;
    if (!bits) continue;
    const int64_t found = bit_count(bits), behind = bit_count(next);
#ifdef PACK_LANES
    if (found > PACK_LANES_FROM && behind >= PACK_LANES_SPILL) {
      for (int64_t k = n; bits; k += PACK_LANES, bits >>= PACK_LANES)
        count += pack_lanes(values + k, (unsigned)bits & ((1u << PACK_LANES) - 1), (int32_t)k, crd + count,
                            vals + count, &fill, sizeof fill);
      continue;
    }
#endif
    if (found > 2 && behind >= 3) {
      const int64_t end = count + found;
      for (; count < end; count += 4) {
        for (int64_t more = 0; more < 4; more++, bits &= bits - 1) {
          /* With no bit left this is the last element of the word, which is taken already. */
          const int64_t k = n + lowest_bit(bits | (uint64_t)1 << 63);
          crd[count + more] = (int32_t)k;
          vals[count + more] = values[k];
          values[k] = fill;
        }
      }
      count = end;
      continue;
    }
    for (; bits; bits &= bits - 1) {
      const int64_t k = n + lowest_bit(bits);
      crd[count] = (int32_t)k;
      vals[count++] = values[k];
      values[k] = fill;
    }
  }
  return count;
}
#endif

/* Calls region(loop) on as many threads as there are parts for. Each takes the next part until none is left. */
#ifdef __GNUC__
LOCAL int64_t next_part(int64_t* next) { return __atomic_fetch_add(next, 1, __ATOMIC_RELAXED); }
LOCAL void run_parts(stardust_runner* run, int32_t threads, int64_t parts, void (*region)(void*), void* loop) {
  if (run && threads > 1 && parts > 1) run(parts < threads ? (int32_t)parts : threads, region, loop);
  else region(loop);
}
#else /* without atomic operations the calling thread does all */
LOCAL int64_t next_part(int64_t* next) { return (*next)++; }
LOCAL void run_parts(stardust_runner* run, int32_t threads, int64_t parts, void (*region)(void*), void* loop) {
  (void)run, (void)threads, (void)parts;
  region(loop);
}
#endif

/* Keeps the largest status of those that fail. */
LOCAL void raise_status(int* shared, int status) {
#ifdef __GNUC__
  int before = __atomic_load_n(shared, __ATOMIC_RELAXED);
  while (before < status &&
         !__atomic_compare_exchange_n(shared, &before, status, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#else
  if (*shared < status) *shared = status;
#endif
}

#if defined(__AVX512F__) && defined(__AVX512VL__)
#define WIDE true
#else
#define WIDE false
#endif

#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
/* As bits: the entries of both fibers, the places of the one's and of the other's entries, all of these, and `found`
   lanes, which is how many entries the union has. */
typedef struct {
  __mmask8 lanes, their_lanes, places, their_places, all, packed;
  int64_t found;
} short_union;

/* Writes the coordinates of the union to `united`. */
LOCAL inline short_union union_places(const int32_t* crd, int64_t count, const int32_t* their_crd, int64_t their_count,
                                      int32_t* united) {
  short_union u;
  u.lanes = (__mmask8)((1u << count) - 1);
  u.their_lanes = (__mmask8)((1u << their_count) - 1);
  const __m128i none = _mm_set1_epi32(INT32_MAX), a = _mm_mask_loadu_epi32(none, u.lanes, crd),
                b = _mm_mask_loadu_epi32(none, u.their_lanes, their_crd);
  const __m256i own = _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1),
                other = _mm256_inserti128_si256(_mm256_castsi128_si256(b), a, 1);
  const __m256i two = _mm256_add_epi32(_mm256_cmpgt_epi32(own, _mm256_shuffle_epi32(other, 0x00)),
                                       _mm256_cmpgt_epi32(own, _mm256_shuffle_epi32(other, 0x55)));
  const __m256i more = _mm256_add_epi32(_mm256_cmpgt_epi32(own, _mm256_shuffle_epi32(other, 0xaa)),
                                        _mm256_cmpgt_epi32(own, _mm256_shuffle_epi32(other, 0xff)));
  const __m256i place = _mm256_sub_epi32(_mm256_setr_epi32(0, 1, 2, 3, 0, 1, 2, 3), _mm256_add_epi32(two, more));
  __m256i bits = _mm256_maskz_sllv_epi32((__mmask8)(u.lanes | u.their_lanes << 4), _mm256_set1_epi32(1), place);
  bits = _mm256_or_si256(bits, _mm256_shuffle_epi32(bits, 0x4e));
  bits = _mm256_or_si256(bits, _mm256_shuffle_epi32(bits, 0xb1));
  u.places = (__mmask8)_mm_cvtsi128_si32(_mm256_castsi256_si128(bits));
  u.their_places = (__mmask8)_mm_cvtsi128_si32(_mm256_extracti128_si256(bits, 1));
  u.all = u.places | u.their_places;
  u.found = __builtin_popcount(u.all);
  u.packed = (__mmask8)((1u << u.found) - 1);
  const __m256i spread = _mm256_mask_expand_epi32(_mm256_maskz_expand_epi32(u.places, _mm256_castsi128_si256(a)),
                                                  u.their_places, _mm256_castsi128_si256(b));
  _mm256_mask_storeu_epi32(united, u.packed, _mm256_maskz_compress_epi32(u.all, spread));
  return u;
}
#endif

#if defined(__AVX512F__) && defined(__AVX512VL__)
LOCAL inline void append_short_f32(short_union u, const float* values, const float* others, float* vals) {
  const __m256 x = _mm256_maskz_expand_ps(u.places, _mm256_maskz_loadu_ps(u.lanes, values)),
               y = _mm256_maskz_expand_ps(u.their_places, _mm256_maskz_loadu_ps(u.their_lanes, others));
  _mm256_mask_storeu_ps(vals, u.packed, _mm256_maskz_compress_ps(u.all, _mm256_add_ps(x, y)));
}
#define VECTOR_unite_f32 append_short_f32
#endif

/* Appends the sums of two fibers at the coordinates that either has, in order, to `vals` and `united`, which have
   `count` elements; the new count. */
LOCAL inline int64_t unite_f32(const float* values, const int32_t* crd, int64_t at, int64_t end, const float* others,
                             const int32_t* their_crd, int64_t other, int64_t last, float* restrict vals,
                             int32_t* restrict united, int64_t count) {
#ifdef VECTOR_unite_f32
  if (end - at <= 4 && last - other <= 4) {
    const short_union u = union_places(crd + at, end - at, their_crd + other, last - other, united + count);
    VECTOR_unite_f32(u, values + at, others + other, vals + count);
    return count + u.found;
  }
#endif
  while (at < end && other < last) {
    const int32_t one = crd[at], two = their_crd[other];
    if (one < two) {
      united[count] = one;
      vals[count++] = values[at++] + 0;
    } else if (two < one) {
      united[count] = two;
      vals[count++] = 0 + others[other++];
    } else {
      united[count] = one;
      vals[count++] = values[at++] + others[other++];
    }
  }
  for (; at < end; at++) {
    united[count] = crd[at];
    vals[count++] = values[at] + 0;
  }
  for (; other < last; other++) {
    united[count] = their_crd[other];
    vals[count++] = 0 + others[other];
  }
  return count;
}

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct plus3Twoway2_loop {
  int64_t next_, end_;
  int status_;
  const int64_t T2_dim;
  int32_t* restrict A2_crd;
  int64_t* restrict A2_pos;
  int64_t* restrict A2_stop;
  float* restrict A_vals;
  const int32_t* restrict D2_crd;
  const int64_t* restrict D2_pos;
  const float* restrict D_vals;
  const int32_t* restrict T2_crd;
  const int64_t* restrict T2_pos;
  const float* restrict T_vals;
  int64_t* restrict first;
};
static void plus3Twoway2_part(void* shared) {
  struct plus3Twoway2_loop* const loop_ = shared;
  const int64_t T2_dim = loop_->T2_dim;
  int32_t* restrict A2_crd = loop_->A2_crd;
  int64_t* restrict A2_pos = loop_->A2_pos;
  int64_t* restrict A2_stop = loop_->A2_stop;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict D2_crd = loop_->D2_crd;
  const int64_t* restrict D2_pos = loop_->D2_pos;
  const float* restrict D_vals = loop_->D_vals;
  const int32_t* restrict T2_crd = loop_->T2_crd;
  const int64_t* restrict T2_pos = loop_->T2_pos;
  const float* restrict T_vals = loop_->T_vals;
  int64_t* restrict first = loop_->first;
  float* restrict row = NULL;
  int64_t row_capacity = 0, row_length = 0;
  bool* restrict row_stored = NULL;
  int64_t row_stored_capacity = 0, row_stored_length = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = T2_pos[i_first] + D2_pos[i_first];
    ALLOCATE(row, 0, next);
    row_length = 0;
    ALLOCATE(row_stored, 0, next);
    row_stored_length = 0;
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t T2_begin = T2_pos[i];
      const int64_t T2_end = T2_pos[i + 1];
      const int64_t D2_begin = D2_pos[i];
      const int64_t D2_end = D2_pos[i + 1];
      if ((T2_end - T2_begin + (D2_end - D2_begin)) * 12 >= T2_dim) {
        RESIZE_FILLED(row, T2_dim, 0.0f, next);
        RESIZE_FILLED(row_stored, T2_dim, false, next);
        const int64_t T2_begin_2 = T2_pos[i];
        const int64_t T2_end_2 = T2_pos[i + 1];
        int64_t T2_2_next = T2_begin_2;
        const int64_t T2_2_end = T2_end_2;
        while (T2_2_next + 4 <= T2_2_end) {
          const int64_t j_2_2 = T2_crd[T2_2_next];
          /* row(j) = T(i,j) */
          const int64_t j_2_3 = T2_crd[T2_2_next + 1];
          const int64_t j_2_4 = T2_crd[T2_2_next + 2];
          const int64_t j_2_5 = T2_crd[T2_2_next + 3];
          row[j_2_2] = T_vals[T2_2_next];
          row[j_2_3] = T_vals[T2_2_next + 1];
          row[j_2_4] = T_vals[T2_2_next + 2];
          row[j_2_5] = T_vals[T2_2_next + 3];
          row_stored[j_2_2] = true;
          row_stored[j_2_3] = true;
          row_stored[j_2_4] = true;
          row_stored[j_2_5] = true;
          T2_2_next += 4;
        }
        for (int64_t vT2_2 = T2_2_next, T2_2_end_2 = T2_2_end; vT2_2 < T2_2_end_2; vT2_2++) {
          const int64_t j_2 = T2_crd[vT2_2];
          /* row(j) = T(i,j) */
          row[j_2] = T_vals[vT2_2];
          row_stored[j_2] = true;
        }
        const int64_t D2_begin_2 = D2_pos[i];
        const int64_t D2_end_2 = D2_pos[i + 1];
        int64_t D2_2_next = D2_begin_2;
        const int64_t D2_2_end = D2_end_2;
        while (D2_2_next + 4 <= D2_2_end) {
          const int64_t j_3_2 = D2_crd[D2_2_next];
          /* row(j) += D(i,j) */
          const int64_t j_3_3 = D2_crd[D2_2_next + 1];
          const int64_t j_3_4 = D2_crd[D2_2_next + 2];
          const int64_t j_3_5 = D2_crd[D2_2_next + 3];
          row[j_3_2] += D_vals[D2_2_next];
          row[j_3_3] += D_vals[D2_2_next + 1];
          row[j_3_4] += D_vals[D2_2_next + 2];
          row[j_3_5] += D_vals[D2_2_next + 3];
          row_stored[j_3_2] = true;
          row_stored[j_3_3] = true;
          row_stored[j_3_4] = true;
          row_stored[j_3_5] = true;
          D2_2_next += 4;
        }
        for (int64_t vD2_2 = D2_2_next, D2_2_end_2 = D2_2_end; vD2_2 < D2_2_end_2; vD2_2++) {
          const int64_t j_3 = D2_crd[vD2_2];
          /* row(j) += D(i,j) */
          row[j_3] += D_vals[vD2_2];
          row_stored[j_3] = true;
        }
        A2_count_2 = pack_f32(row, row_stored, T2_dim, A2_crd, A_vals, A2_count_2, 0.0f);
      } else {
        int64_t T2 = T2_begin;
        int64_t D2 = D2_begin;
        /* A(i,j) = T(i,j) + D(i,j) */
        A2_count_2 = unite_f32(T_vals, T2_crd, T2, T2_end, D_vals, D2_crd, D2, D2_end, A_vals, A2_crd, A2_count_2);
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
  next:;
  }
  free(row);
  free(row_stored);
  raise_status(&loop_->status_, status);
}

stardust_status plus3Twoway2(const stardust_tensor* T, const stardust_tensor* D, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t T1_dim = T->levels[0].dim;
  const int64_t T2_dim = T->levels[1].dim;
  const int64_t* restrict T2_pos = T->levels[1].pos.data;
  const int32_t* restrict T2_crd = T->levels[1].crd.data;
  const float* restrict T_vals = T->vals.data;
  const int64_t* restrict D2_pos = D->levels[1].pos.data;
  const int32_t* restrict D2_crd = D->levels[1].crd.data;
  const float* restrict D_vals = D->vals.data;
  int64_t* restrict A2_pos = A->levels[1].pos.data;
  int64_t A2_pos_capacity = A->levels[1].pos.capacity, A2_pos_length = 0;
  int32_t* restrict A2_crd = A->levels[1].crd.data;
  int64_t A2_crd_capacity = A->levels[1].crd.capacity, A2_crd_length = 0;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict A2_stop = NULL;
  int64_t A2_stop_capacity = 0;
  RESIZE_FILLED(A2_pos, T1_dim + 1, 0, done);
  const int64_t work = T1_dim + T2_pos[T1_dim] + D2_pos[T1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = T1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + T2_pos[middle] + D2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t A2_most = T2_pos[T1_dim] + D2_pos[T1_dim];
  RESIZE(A2_crd, A2_most, done);
  RESIZE(A_vals, A2_most, done);
  ALLOCATE(A2_stop, chunks, done);
  struct plus3Twoway2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .T2_dim = T2_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A2_stop = A2_stop,
    .A_vals = A_vals,
    .D2_crd = D2_crd,
    .D2_pos = D2_pos,
    .D_vals = D_vals,
    .T2_crd = T2_crd,
    .T2_pos = T2_pos,
    .T_vals = T_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, plus3Twoway2_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  int64_t A2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = T2_pos[part_first] + D2_pos[part_first];
    const int64_t A2_length = A2_stop[chunk_3] - A2_start;
    const int64_t A2_gap = A2_start - A2_count_3;
    if (A2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        A2_pos[part_first + (fiber + 1)] = A2_pos[part_first + (fiber + 1)] - A2_gap;
      }
    }
    if (A2_gap > 0) {
      memmove(A2_crd + A2_count_3, A2_crd + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A2_crd);
      memmove(A_vals + A2_count_3, A_vals + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A_vals);
    }
    A2_count_3 += A2_length;
  }
  RESIZE(A2_crd, A2_count_3, done);
  RESIZE(A_vals, A2_count_3, done);
done:
  free(first);
  free(A2_stop);
  A->levels[1].pos = (stardust_array){A2_pos, A2_pos_length, A2_pos_capacity};
  A->levels[1].crd = (stardust_array){A2_crd, A2_crd_length, A2_crd_capacity};
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return plus3Twoway2(tensors[0], tensors[1], tensors[2], threads, run);
}
