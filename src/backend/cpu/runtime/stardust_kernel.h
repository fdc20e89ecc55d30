/* The ABI of compiled kernels: tensors as arguments. C99. Standalone kernels include a copy. */
#ifndef STARDUST_KERNEL_H
#define STARDUST_KERNEL_H

#ifndef __CUDACC_RTC__ /* which has no headers; the text around declares the types */
#include <stdint.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* An array. For an operand, a kernel only reads `data`. For a result, `data` is null or allocated by malloc with
   `capacity` elements. The kernel reuses or reallocates it and sets all three members. The caller frees it,
   including after a failure. */
typedef struct {
  void* data;
  int64_t length, capacity; /* in elements */
} stardust_array;

/* One level, outermost level first. A dense level has only `dim`, a compressed level `pos` and `crd`, a singleton
   level `crd`, a bit vector level `pos` and `bits`. Position p of the level above owns positions pos[p] to pos[p +
   1] - 1 of this level. */
typedef struct {
  int64_t dim;        /* extent of the mode that the level stores, set by the caller for operands and results */
  stardust_array pos; /* of int64_t, or int32_t if the format says pos32 */
  stardust_array crd; /* of int32_t, or int64_t if the format says crd64 or an extent needs it; 0-based */
  stardust_array
      bits; /* of uint32_t: bit 0 of the first word is coordinate 0; fibers are padded to multiples of 16 words */
} stardust_level;

typedef struct {
  stardust_level* levels; /* null for a scalar */
  stardust_array vals;    /* of int32_t, int64_t, float or double, according to the manifest of the kernel */
} stardust_tensor;

/* Status of a kernel. The results are valid only with STARDUST_OK. */
typedef enum { STARDUST_OK, STARDUST_OUT_OF_MEMORY, STARDUST_DIVISION_BY_ZERO, STARDUST_TOO_LARGE } stardust_status;

/* Runs a parallel loop: calls region(loop) on the calling thread and concurrently on up to `threads` - 1 other
   threads, and returns when every started call has returned. Each call takes parts of the loop until none is left,
   so a call may start late or not at all. Implementations: stardust_parallel of stardust_threads.h, or a function
   with "#pragma omp parallel num_threads(threads)" before the call. */
typedef void stardust_runner(int32_t threads, void (*region)(void* loop), void* loop);

#ifdef __cplusplus
}
#endif
#endif
