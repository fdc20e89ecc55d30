struct gcnLayer1_loop {
  int64_t next_, end_;
  int status_;
  const int64_t X2_dim;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  float* restrict G_vals;
  const float* restrict X_vals;
  int64_t* restrict first;
  const int64_t A2_crd_length;
};
static void gcnLayer1_part(void* shared) {
  struct gcnLayer1_loop* const loop_ = shared;
  const int64_t X2_dim = loop_->X2_dim;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  float* restrict G_vals = loop_->G_vals;
  const float* restrict X_vals = loop_->X_vals;
  int64_t* restrict first = loop_->first;
  const int64_t A2_crd_length = loop_->A2_crd_length;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      {
        int64_t f = 0, f_end = X2_dim;
        for (; f + 8 * lanes_f32_count <= f_end; f += 8 * lanes_f32_count) {
          lanes_f32 sum[8];
          for (int v_ = 0; v_ < 8; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (8 * lanes_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            /* G(i,f) += A(i,j) * X(j,f) */
            for (int v_ = 0; v_ < 8; v_++) sum[v_] = sum[v_] + A_vals[A2] * ((const lanes_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 8; v_++) ((lanes_f32*)(G_vals + i * X2_dim + f))[v_] = sum[v_];
        }
        for (; f + 4 * lanes_f32_count <= f_end; f += 4 * lanes_f32_count) {
          lanes_f32 sum[4];
          for (int v_ = 0; v_ < 4; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (4 * lanes_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            /* G(i,f) += A(i,j) * X(j,f) */
            for (int v_ = 0; v_ < 4; v_++) sum[v_] = sum[v_] + A_vals[A2] * ((const lanes_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 4; v_++) ((lanes_f32*)(G_vals + i * X2_dim + f))[v_] = sum[v_];
        }
        for (; f + 2 * lanes_f32_count <= f_end; f += 2 * lanes_f32_count) {
          lanes_f32 sum[2];
          for (int v_ = 0; v_ < 2; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (2 * lanes_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            /* G(i,f) += A(i,j) * X(j,f) */
            for (int v_ = 0; v_ < 2; v_++) sum[v_] = sum[v_] + A_vals[A2] * ((const lanes_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 2; v_++) ((lanes_f32*)(G_vals + i * X2_dim + f))[v_] = sum[v_];
        }
        for (; f + lanes_f32_count <= f_end; f += lanes_f32_count) {
          lanes_f32 sum[1];
          for (int v_ = 0; v_ < 1; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (lanes_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            /* G(i,f) += A(i,j) * X(j,f) */
            for (int v_ = 0; v_ < 1; v_++) sum[v_] = sum[v_] + A_vals[A2] * ((const lanes_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((lanes_f32*)(G_vals + i * X2_dim + f))[v_] = sum[v_];
        }
        for (; f + few_f32_count <= f_end; f += few_f32_count) {
          few_f32 sum_2[1];
          for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = (0.0f) - (few_f32){0};
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (few_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            /* G(i,f) += A(i,j) * X(j,f) */
            for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = sum_2[v_] + A_vals[A2] * ((const few_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((few_f32*)(G_vals + i * X2_dim + f))[v_] = sum_2[v_];
        }
        for (; f < f_end; f++) {
          float sum_3 = 0.0f;
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            const int64_t X2 = j * X2_dim + f;
            /* G(i,f) += A(i,j) * X(j,f) */
            sum_3 += A_vals[A2] * X_vals[X2];
          }
          G_vals[i * X2_dim + f] = sum_3;
        }
      }
    }
  }
}

stardust_status gcnLayer1(const stardust_tensor* A, const stardust_tensor* X, stardust_tensor* G, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const int64_t A2_crd_length = A->levels[1].crd.length;
  const float* restrict A_vals = A->vals.data;
  const int64_t X2_dim = X->levels[1].dim;
  const float* restrict X_vals = X->vals.data;
  float* restrict G_vals = G->vals.data;
  int64_t G_vals_capacity = G->vals.capacity, G_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)A1_dim * (double)X2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(G_vals, A1_dim * X2_dim, done);
  const int64_t work = A1_dim + A2_pos[A1_dim] + A1_dim * X2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = A1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + A2_pos[middle] + middle * X2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  struct gcnLayer1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .X2_dim = X2_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .G_vals = G_vals,
    .X_vals = X_vals,
    .first = first,
    .A2_crd_length = A2_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, gcnLayer1_part, &loop);
done:
  free(first);
  G->vals = (stardust_array){G_vals, G_vals_length, G_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return gcnLayer1(tensors[0], tensors[1], tensors[2], threads, run);
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

struct gcnLayer2_loop {
  int64_t next_, end_;
  int status_;
  const int64_t G2_dim;
  const int64_t W2_dim;
  const float* restrict G_vals;
  const float* restrict W_vals;
  float* restrict Y_vals;
  int64_t* restrict first;
};
static void gcnLayer2_part(void* shared) {
  struct gcnLayer2_loop* const loop_ = shared;
  const int64_t G2_dim = loop_->G2_dim;
  const int64_t W2_dim = loop_->W2_dim;
  const float* restrict G_vals = loop_->G_vals;
  const float* restrict W_vals = loop_->W_vals;
  float* restrict Y_vals = loop_->Y_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      {
        int64_t c = 0, c_end = W2_dim;
        for (; c + 8 * lanes_f32_count <= c_end; c += 8 * lanes_f32_count) {
          lanes_f32 sum[8];
          for (int v_ = 0; v_ < 8; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            /* Y(i,c) += G(i,f) * W(f,c) */
            for (int v_ = 0; v_ < 8; v_++) sum[v_] = sum[v_] + G_vals[G2] * ((const lanes_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 8; v_++) ((lanes_f32*)(Y_vals + i * W2_dim + c))[v_] = sum[v_];
        }
        for (; c + 4 * lanes_f32_count <= c_end; c += 4 * lanes_f32_count) {
          lanes_f32 sum[4];
          for (int v_ = 0; v_ < 4; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            /* Y(i,c) += G(i,f) * W(f,c) */
            for (int v_ = 0; v_ < 4; v_++) sum[v_] = sum[v_] + G_vals[G2] * ((const lanes_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 4; v_++) ((lanes_f32*)(Y_vals + i * W2_dim + c))[v_] = sum[v_];
        }
        for (; c + 2 * lanes_f32_count <= c_end; c += 2 * lanes_f32_count) {
          lanes_f32 sum[2];
          for (int v_ = 0; v_ < 2; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            /* Y(i,c) += G(i,f) * W(f,c) */
            for (int v_ = 0; v_ < 2; v_++) sum[v_] = sum[v_] + G_vals[G2] * ((const lanes_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 2; v_++) ((lanes_f32*)(Y_vals + i * W2_dim + c))[v_] = sum[v_];
        }
        for (; c + lanes_f32_count <= c_end; c += lanes_f32_count) {
          lanes_f32 sum[1];
          for (int v_ = 0; v_ < 1; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            /* Y(i,c) += G(i,f) * W(f,c) */
            for (int v_ = 0; v_ < 1; v_++) sum[v_] = sum[v_] + G_vals[G2] * ((const lanes_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((lanes_f32*)(Y_vals + i * W2_dim + c))[v_] = sum[v_];
        }
        for (; c + few_f32_count <= c_end; c += few_f32_count) {
          few_f32 sum_2[1];
          for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = (0.0f) - (few_f32){0};
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            /* Y(i,c) += G(i,f) * W(f,c) */
            for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = sum_2[v_] + G_vals[G2] * ((const few_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((few_f32*)(Y_vals + i * W2_dim + c))[v_] = sum_2[v_];
        }
        for (; c < c_end; c++) {
          float sum_3 = 0.0f;
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            /* Y(i,c) += G(i,f) * W(f,c) */
            sum_3 += G_vals[G2] * W_vals[W2];
          }
          Y_vals[i * W2_dim + c] = sum_3;
        }
      }
    }
  }
}

stardust_status gcnLayer2(const stardust_tensor* G, const stardust_tensor* W, stardust_tensor* Y, int32_t threads, stardust_runner* run) {
  const int64_t G1_dim = G->levels[0].dim;
  const int64_t G2_dim = G->levels[1].dim;
  const float* restrict G_vals = G->vals.data;
  const int64_t W2_dim = W->levels[1].dim;
  const float* restrict W_vals = W->vals.data;
  float* restrict Y_vals = Y->vals.data;
  int64_t Y_vals_capacity = Y->vals.capacity, Y_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)G1_dim * (double)W2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(Y_vals, G1_dim * W2_dim, done);
  const int64_t work = G1_dim + G1_dim * G2_dim + G1_dim * W2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = G1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + middle * G2_dim + middle * W2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  struct gcnLayer2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .G2_dim = G2_dim,
    .W2_dim = W2_dim,
    .G_vals = G_vals,
    .W_vals = W_vals,
    .Y_vals = Y_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, gcnLayer2_part, &loop);
done:
  free(first);
  Y->vals = (stardust_array){Y_vals, Y_vals_length, Y_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return gcnLayer2(tensors[0], tensors[1], tensors[2], threads, run);
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

/* The least integer divided by -1 is itself. */
LOCAL inline int64_t div_i64(int64_t a, int64_t b) { return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b; }

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

/* NaN if either is. */
static inline float max_f32(float a, float b) { return a > b || a != a ? a : b; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct gcnLayer3_loop {
  int64_t next_, end_;
  int status_;
  const int64_t Y2_dim;
  float* restrict H_vals;
  const float* restrict Y_vals;
  int64_t* restrict first;
};
static void gcnLayer3_part(void* shared) {
  struct gcnLayer3_loop* const loop_ = shared;
  const int64_t Y2_dim = loop_->Y2_dim;
  float* restrict H_vals = loop_->H_vals;
  const float* restrict Y_vals = loop_->Y_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      for (int64_t c = 0, c_end = Y2_dim; c < c_end; c++) {
        const int64_t Y2 = i * Y2_dim + c;
        const int64_t H2 = i * Y2_dim + c;
        /* H(i,c) = max(Y(i,c), 0) */
        H_vals[H2] = max_f32(Y_vals[Y2], 0.0f);
      }
    }
  }
}

stardust_status gcnLayer3(const stardust_tensor* Y, stardust_tensor* H, int32_t threads, stardust_runner* run) {
  const int64_t Y1_dim = Y->levels[0].dim;
  const int64_t Y2_dim = Y->levels[1].dim;
  const float* restrict Y_vals = Y->vals.data;
  float* restrict H_vals = H->vals.data;
  int64_t H_vals_capacity = H->vals.capacity, H_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)Y1_dim * (double)Y2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(H_vals, Y1_dim * Y2_dim, done);
  const int64_t work = Y1_dim + Y1_dim * Y2_dim + Y1_dim * Y2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = Y1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + middle * Y2_dim + middle * Y2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  struct gcnLayer3_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .Y2_dim = Y2_dim,
    .H_vals = H_vals,
    .Y_vals = Y_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, gcnLayer3_part, &loop);
done:
  free(first);
  H->vals = (stardust_array){H_vals, H_vals_length, H_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return gcnLayer3(tensors[0], tensors[1], threads, run);
}
