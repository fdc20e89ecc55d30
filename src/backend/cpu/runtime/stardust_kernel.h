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
