struct sddmmSpmm1_loop {
  int64_t next_, end_;
  int status_;
  const int64_t Q2_dim;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const float* restrict B_vals;
  const float* restrict K_vals;
  const float* restrict Q_vals;
  int32_t* restrict S2_crd;
  int64_t* restrict S2_pos;
  int64_t* restrict S2_stop;
  float* restrict S_vals;
  int64_t* restrict first;
  const int64_t B2_crd_length;
};
static void sddmmSpmm1_part(void* shared) {
  struct sddmmSpmm1_loop* const loop_ = shared;
  const int64_t Q2_dim = loop_->Q2_dim;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const float* restrict B_vals = loop_->B_vals;
  const float* restrict K_vals = loop_->K_vals;
  const float* restrict Q_vals = loop_->Q_vals;
  int32_t* restrict S2_crd = loop_->S2_crd;
  int64_t* restrict S2_pos = loop_->S2_pos;
  int64_t* restrict S2_stop = loop_->S2_stop;
  float* restrict S_vals = loop_->S_vals;
  int64_t* restrict first = loop_->first;
  const int64_t B2_crd_length = loop_->B2_crd_length;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t S2_count_2 = B2_pos[i_first];
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      int64_t B2_next = B2_begin;
      while (B2_next + 4 <= B2_end) {
        const int64_t vB2_2 = B2_next;
        const int64_t j_2 = B2_crd[vB2_2];
        float ws_2 = 0.0f;
        const int64_t vB2_3 = B2_next + 1;
        const int64_t j_3 = B2_crd[vB2_3];
        float ws_3 = 0.0f;
        const int64_t vB2_4 = B2_next + 2;
        const int64_t j_4 = B2_crd[vB2_4];
        float ws_4 = 0.0f;
        const int64_t vB2_5 = B2_next + 3;
        const int64_t j_5 = B2_crd[vB2_5];
        float ws_5 = 0.0f;
        if (vB2_5 + 8 < B2_crd_length) {
          prefetch_row(K_vals + (int64_t)B2_crd[vB2_2 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
          prefetch_row(K_vals + (int64_t)B2_crd[vB2_3 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
          prefetch_row(K_vals + (int64_t)B2_crd[vB2_4 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
          prefetch_row(K_vals + (int64_t)B2_crd[vB2_5 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
        }
        SIMD_SUMS(+ : ws_2, ws_3, ws_4, ws_5)
        for (int64_t k = 0; k < Q2_dim; k++) {
          const int64_t vQ2_2 = i * Q2_dim + k;
          const int64_t vK2_2 = j_2 * Q2_dim + k;
          /* ws += Q(i,k) * K(j,k) */
          ws_2 += Q_vals[vQ2_2] * K_vals[vK2_2];
          const int64_t vQ2_3 = i * Q2_dim + k;
          const int64_t vK2_3 = j_3 * Q2_dim + k;
          ws_3 += Q_vals[vQ2_3] * K_vals[vK2_3];
          const int64_t vQ2_4 = i * Q2_dim + k;
          const int64_t vK2_4 = j_4 * Q2_dim + k;
          ws_4 += Q_vals[vQ2_4] * K_vals[vK2_4];
          const int64_t vQ2_5 = i * Q2_dim + k;
          const int64_t vK2_5 = j_5 * Q2_dim + k;
          ws_5 += Q_vals[vQ2_5] * K_vals[vK2_5];
        }
        /* S(i,j) = B(i,j) * ws */
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[vB2_2] * ws_2;
          S2_crd[S2_count_2] = j_2;
          S2_count_2 += 1;
        }
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[vB2_3] * ws_3;
          S2_crd[S2_count_2] = j_3;
          S2_count_2 += 1;
        }
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[vB2_4] * ws_4;
          S2_crd[S2_count_2] = j_4;
          S2_count_2 += 1;
        }
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[vB2_5] * ws_5;
          S2_crd[S2_count_2] = j_5;
          S2_count_2 += 1;
        }
        B2_next += 4;
      }
      for (int64_t B2 = B2_next, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t j = B2_crd[B2];
        if (B2 + 8 < B2_crd_length) {
          prefetch_row(K_vals + (int64_t)B2_crd[B2 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
        }
        float ws = 0.0f;
        SIMD_SUMS(+ : ws)
        for (int64_t k = 0; k < Q2_dim; k++) {
          const int64_t Q2 = i * Q2_dim + k;
          const int64_t K2 = j * Q2_dim + k;
          /* ws += Q(i,k) * K(j,k) */
          ws += Q_vals[Q2] * K_vals[K2];
        }
        /* S(i,j) = B(i,j) * ws */
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[B2] * ws;
          S2_crd[S2_count_2] = j;
          S2_count_2 += 1;
        }
      }
      S2_pos[i + 1] = S2_count_2;
    }
    S2_stop[chunk_2] = S2_count_2;
  }
}

stardust_status sddmmSpmm1(const stardust_tensor* B, const stardust_tensor* Q, const stardust_tensor* K, stardust_tensor* S, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int64_t B2_crd_length = B->levels[1].crd.length;
  const float* restrict B_vals = B->vals.data;
  const int64_t Q2_dim = Q->levels[1].dim;
  const float* restrict Q_vals = Q->vals.data;
  const float* restrict K_vals = K->vals.data;
  int64_t* restrict S2_pos = S->levels[1].pos.data;
  int64_t S2_pos_capacity = S->levels[1].pos.capacity, S2_pos_length = 0;
  int32_t* restrict S2_crd = S->levels[1].crd.data;
  int64_t S2_crd_capacity = S->levels[1].crd.capacity, S2_crd_length = 0;
  float* restrict S_vals = S->vals.data;
  int64_t S_vals_capacity = S->vals.capacity, S_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict S2_stop = NULL;
  int64_t S2_stop_capacity = 0;
  RESIZE_FILLED(S2_pos, B1_dim + 1, 0, done);
  const int64_t work = B1_dim + B2_pos[B1_dim] + B1_dim * Q2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + middle * Q2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t S2_most = B2_pos[B1_dim];
  RESIZE(S2_crd, S2_most, done);
  RESIZE(S_vals, S2_most, done);
  ALLOCATE(S2_stop, chunks, done);
  struct sddmmSpmm1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .Q2_dim = Q2_dim,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B_vals = B_vals,
    .K_vals = K_vals,
    .Q_vals = Q_vals,
    .S2_crd = S2_crd,
    .S2_pos = S2_pos,
    .S2_stop = S2_stop,
    .S_vals = S_vals,
    .first = first,
    .B2_crd_length = B2_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, sddmmSpmm1_part, &loop);
  int64_t S2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t S2_start = B2_pos[part_first];
    const int64_t S2_length = S2_stop[chunk_3] - S2_start;
    const int64_t S2_gap = S2_start - S2_count_3;
    if (S2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        S2_pos[part_first + (fiber + 1)] = S2_pos[part_first + (fiber + 1)] - S2_gap;
      }
    }
    if (S2_gap > 0) {
      memmove(S2_crd + S2_count_3, S2_crd + S2_start, (size_t)(S2_start + S2_length - S2_start) * sizeof *S2_crd);
      memmove(S_vals + S2_count_3, S_vals + S2_start, (size_t)(S2_start + S2_length - S2_start) * sizeof *S_vals);
    }
    S2_count_3 += S2_length;
  }
  RESIZE(S2_crd, S2_count_3, done);
  RESIZE(S_vals, S2_count_3, done);
done:
  free(first);
  free(S2_stop);
  S->levels[1].pos = (stardust_array){S2_pos, S2_pos_length, S2_pos_capacity};
  S->levels[1].crd = (stardust_array){S2_crd, S2_crd_length, S2_crd_capacity};
  S->vals = (stardust_array){S_vals, S_vals_length, S_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return sddmmSpmm1(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
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

#ifdef __GNUC__
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif

/* Asks for the first two lines of a row: after the second one, the processor asks for the rest by itself. SDDMM with
   rows of 512 bytes is 20 % faster so than with all lines asked for. */
LOCAL inline void prefetch_row(const void* row, int64_t bytes) {
  PREFETCH(row);
  if (bytes > 64) PREFETCH((const char*)row + 64);
}

/* The least integer divided by -1 is itself. */
LOCAL inline int64_t div_i64(int64_t a, int64_t b) { return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b; }

#ifdef __GNUC__
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

#define LANES(type, bytes) __attribute__((vector_size(bytes), aligned(sizeof(type)), may_alias))
#else
#define LANES(type, bytes)
#endif

/* Half as many elements as lanes_f32 has. */
typedef float few_f32 LANES(float, VECTOR_BYTES / 2);
enum { few_f32_count = sizeof(few_f32) / sizeof(float) };

/* Elements side by side: a vector, or one element where the compiler has no vectors. */
typedef float lanes_f32 LANES(float, VECTOR_BYTES);
enum { lanes_f32_count = sizeof(lanes_f32) / sizeof(float) };

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

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct sddmmSpmm2_loop {
  int64_t next_, end_;
  int status_;
  const int64_t V2_dim;
  float* restrict O_vals;
  const int32_t* restrict S2_crd;
  const int64_t* restrict S2_pos;
  const float* restrict S_vals;
  const float* restrict V_vals;
  int64_t* restrict first;
  const int64_t S2_crd_length;
};
static void sddmmSpmm2_part(void* shared) {
  struct sddmmSpmm2_loop* const loop_ = shared;
  const int64_t V2_dim = loop_->V2_dim;
  float* restrict O_vals = loop_->O_vals;
  const int32_t* restrict S2_crd = loop_->S2_crd;
  const int64_t* restrict S2_pos = loop_->S2_pos;
  const float* restrict S_vals = loop_->S_vals;
  const float* restrict V_vals = loop_->V_vals;
  int64_t* restrict first = loop_->first;
  const int64_t S2_crd_length = loop_->S2_crd_length;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t S2_begin = S2_pos[i];
      const int64_t S2_end = S2_pos[i + 1];
      {
        int64_t l = 0, l_end = V2_dim;
        for (; l + 8 * lanes_f32_count <= l_end; l += 8 * lanes_f32_count) {
          lanes_f32 sum[8];
          for (int v_ = 0; v_ < 8; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (8 * lanes_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            /* O(i,l) += S(i,j) * V(j,l) */
            for (int v_ = 0; v_ < 8; v_++) sum[v_] = sum[v_] + S_vals[S2] * ((const lanes_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 8; v_++) ((lanes_f32*)(O_vals + i * V2_dim + l))[v_] = sum[v_];
        }
        for (; l + 4 * lanes_f32_count <= l_end; l += 4 * lanes_f32_count) {
          lanes_f32 sum[4];
          for (int v_ = 0; v_ < 4; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (4 * lanes_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            /* O(i,l) += S(i,j) * V(j,l) */
            for (int v_ = 0; v_ < 4; v_++) sum[v_] = sum[v_] + S_vals[S2] * ((const lanes_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 4; v_++) ((lanes_f32*)(O_vals + i * V2_dim + l))[v_] = sum[v_];
        }
        for (; l + 2 * lanes_f32_count <= l_end; l += 2 * lanes_f32_count) {
          lanes_f32 sum[2];
          for (int v_ = 0; v_ < 2; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (2 * lanes_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            /* O(i,l) += S(i,j) * V(j,l) */
            for (int v_ = 0; v_ < 2; v_++) sum[v_] = sum[v_] + S_vals[S2] * ((const lanes_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 2; v_++) ((lanes_f32*)(O_vals + i * V2_dim + l))[v_] = sum[v_];
        }
        for (; l + lanes_f32_count <= l_end; l += lanes_f32_count) {
          lanes_f32 sum[1];
          for (int v_ = 0; v_ < 1; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (lanes_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            /* O(i,l) += S(i,j) * V(j,l) */
            for (int v_ = 0; v_ < 1; v_++) sum[v_] = sum[v_] + S_vals[S2] * ((const lanes_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((lanes_f32*)(O_vals + i * V2_dim + l))[v_] = sum[v_];
        }
        for (; l + few_f32_count <= l_end; l += few_f32_count) {
          few_f32 sum_2[1];
          for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = (0.0f) - (few_f32){0};
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (few_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            /* O(i,l) += S(i,j) * V(j,l) */
            for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = sum_2[v_] + S_vals[S2] * ((const few_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((few_f32*)(O_vals + i * V2_dim + l))[v_] = sum_2[v_];
        }
        for (; l < l_end; l++) {
          float sum_3 = 0.0f;
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            const int64_t V2 = j * V2_dim + l;
            /* O(i,l) += S(i,j) * V(j,l) */
            sum_3 += S_vals[S2] * V_vals[V2];
          }
          O_vals[i * V2_dim + l] = sum_3;
        }
      }
    }
  }
}

stardust_status sddmmSpmm2(const stardust_tensor* S, const stardust_tensor* V, stardust_tensor* O, int32_t threads, stardust_runner* run) {
  const int64_t S1_dim = S->levels[0].dim;
  const int64_t* restrict S2_pos = S->levels[1].pos.data;
  const int32_t* restrict S2_crd = S->levels[1].crd.data;
  const int64_t S2_crd_length = S->levels[1].crd.length;
  const float* restrict S_vals = S->vals.data;
  const int64_t V2_dim = V->levels[1].dim;
  const float* restrict V_vals = V->vals.data;
  float* restrict O_vals = O->vals.data;
  int64_t O_vals_capacity = O->vals.capacity, O_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)S1_dim * (double)V2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(O_vals, S1_dim * V2_dim, done);
  const int64_t work = S1_dim + S2_pos[S1_dim] + S1_dim * V2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = S1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + S2_pos[middle] + middle * V2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  struct sddmmSpmm2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .V2_dim = V2_dim,
    .O_vals = O_vals,
    .S2_crd = S2_crd,
    .S2_pos = S2_pos,
    .S_vals = S_vals,
    .V_vals = V_vals,
    .first = first,
    .S2_crd_length = S2_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, sddmmSpmm2_part, &loop);
done:
  free(first);
  O->vals = (stardust_array){O_vals, O_vals_length, O_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return sddmmSpmm2(tensors[0], tensors[1], tensors[2], threads, run);
}
