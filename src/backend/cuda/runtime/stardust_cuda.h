/* The runtime of printed CUDA: functions of kernels, and of the host function that launches them. C++14.

   A text has kernels and one host function. The host function allocates, copies and launches through the functions of
   a `stardust_gpu`, so the same text runs on a device and, with STARDUST_EMULATED, on the host. */
#ifndef STARDUST_CUDA_H
#define STARDUST_CUDA_H

#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned long long uintptr_t;
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-9223372036854775807LL - 1)
#define INT64_C(value) value##LL
#define UINT64_C(value) value##ULL
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fc00000)
#else
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#endif

#if defined(__NVCC__) || defined(__CUDACC_RTC__)
#pragma nv_diag_suppress 177 /* functions that a text does not call */
#endif

#include "stardust_kernel.h"

/* The state of a device for one call: the first failure, and memory that kernels take. */
struct stardust_device {
  int32_t status;          /* a stardust_status; the greatest of the failures */
  char* heap;              /* memory for arrays of kernels */
  unsigned long long used; /* bytes of it */
  unsigned long long size;
};

#define STARDUST_BLOCK 256 /* threads of a block */

#ifdef STARDUST_EMULATED
#include "stardust_emulation.h"
#else
/* Arrays in the memory of the device: those that a kernel only reads, and others. */
#define STARDUST_INPUT(type) const type* __restrict__
#define STARDUST_GLOBAL(type) type* __restrict__
/* Memory of a warp or a block, which has `group` lanes. */
#define STARDUST_SHARED(type, name, count, group)                   \
  __shared__ type name##_all[(count) * (STARDUST_BLOCK / (group))]; \
  type* const name = name##_all + (threadIdx.x / (group)) * (count)
#define STARDUST_MEET_WARP() __syncwarp()
#define STARDUST_MEET_BLOCK() __syncthreads()
#define STARDUST_KERNEL extern "C" __global__ void
#if defined(__CUDACC__) || defined(__CUDA__)
#define STARDUST_DEVICE static __device__ inline
#else
#define STARDUST_DEVICE static inline
#endif
#endif

/* Functions of kernels and of their host function. */
#if !defined(STARDUST_EMULATED) && (defined(__CUDACC__) || defined(__CUDA__))
#define STARDUST_SIDES __host__ __device__
#else
#define STARDUST_SIDES
#endif
#define STARDUST_BOTH static STARDUST_SIDES inline

/* The least integer divided by -1 wraps to itself. */
STARDUST_BOTH int32_t div_i32(int32_t a, int32_t b) { return b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b; }
STARDUST_BOTH int64_t div_i64(int64_t a, int64_t b) { return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b; }
STARDUST_BOTH int32_t rem_i32(int32_t a, int32_t b) { return b == -1 ? 0 : a % b; }
STARDUST_BOTH int64_t rem_i64(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }

/* Floating-point numbers of 16 bits, which are computed as float. */
typedef uint16_t f16_bits;
typedef uint16_t bf16_bits;
STARDUST_BOTH float stardust_float(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
STARDUST_BOTH uint32_t stardust_bits(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
STARDUST_BOTH float widened_bf16(bf16_bits a) { return stardust_float((uint32_t)a << 16); }
STARDUST_BOTH bf16_bits narrowed_bf16(float a) {
  const uint32_t bits = stardust_bits(a), rounded = bits + 0x7fff + ((bits >> 16) & 1);
  return (bf16_bits)((bits & 0x7fffffff) > 0x7f800000 ? (bits >> 16) | 0x40 : rounded >> 16);
}
STARDUST_BOTH float widened_f16(f16_bits a) {
  const uint32_t sign = (uint32_t)(a & 0x8000) << 16, magnitude = (uint32_t)(a & 0x7fff) << 13;
  const uint32_t finite = stardust_bits(stardust_float(magnitude) * 5192296858534827628530496329220096.0f);
  return stardust_float(sign | (magnitude >= 0xf800000 ? magnitude | 0x7f800000 : finite));
}
STARDUST_BOTH f16_bits narrowed_f16(float a) {
  const uint32_t bits = stardust_bits(a), sign = (bits >> 16) & 0x8000, magnitude = bits & 0x7fffffff;
  const uint32_t small = stardust_bits(stardust_float(magnitude) + 0.5f) - 0x3f000000;
  const uint32_t normal = (magnitude - 0x38000000 + 0xfff + ((magnitude >> 13) & 1)) >> 13;
  const uint32_t finite = magnitude < 0x38800000 ? small : normal;
  const uint32_t large = magnitude > 0x7f800000 ? 0x7e00 : 0x7c00;
  return (f16_bits)(sign | (magnitude < 0x47800000 ? finite : large));
}

/* Complex numbers: the parts in memory, real part first. */
#define STARDUST_COMPLEX(name, part, suffix)                                                                \
  struct name {                                                                                             \
    part real, imaginary;                                                                                   \
    name() = default;                                                                                       \
    STARDUST_SIDES name(part r, part i = 0) : real(r), imaginary(i) {}                                      \
  };                                                                                                        \
  STARDUST_BOTH name complex_##suffix(part r, part i) { return name(r, i); }                                \
  STARDUST_BOTH name operator+(name a, name b) { return name(a.real + b.real, a.imaginary + b.imaginary); } \
  STARDUST_BOTH name operator-(name a, name b) { return name(a.real - b.real, a.imaginary - b.imaginary); } \
  STARDUST_BOTH name operator-(name a) { return name(-a.real, -a.imaginary); }                              \
  STARDUST_BOTH bool operator==(name a, name b) { return a.real == b.real && a.imaginary == b.imaginary; }  \
  STARDUST_BOTH bool operator!=(name a, name b) { return !(a == b); }                                       \
  STARDUST_BOTH name& operator+=(name& a, name b) { return a = a + b; }                                     \
  STARDUST_BOTH name& operator-=(name& a, name b) { return a = a - b; }                                     \
  STARDUST_BOTH name times_##suffix(name a, name b) {                                                       \
    return name(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real);  \
  }                                                                                                         \
  /* Scaled by the greater part of the divisor, so that squares do not overflow. */                         \
  STARDUST_BOTH name operator/(name a, name b) {                                                            \
    if (stardust_size(b.real) >= stardust_size(b.imaginary)) {                                              \
      if (b.imaginary == 0) return name(a.real / b.real, a.imaginary / b.real);                             \
      const part ratio = b.imaginary / b.real, divisor = b.real + b.imaginary * ratio;                      \
      return name((a.real + a.imaginary * ratio) / divisor, (a.imaginary - a.real * ratio) / divisor);      \
    }                                                                                                       \
    const part ratio = b.real / b.imaginary, divisor = b.real * ratio + b.imaginary;                        \
    return name((a.real * ratio + a.imaginary) / divisor, (a.imaginary * ratio - a.real) / divisor);        \
  }
STARDUST_BOTH float stardust_size(float a) { return a < 0 ? -a : a; }
STARDUST_BOTH double stardust_size(double a) { return a < 0 ? -a : a; }
STARDUST_COMPLEX(complex64, float, c64)
STARDUST_COMPLEX(complex128, double, c128)
STARDUST_BOTH float crealf(complex64 a) { return a.real; }
STARDUST_BOTH double creal(complex128 a) { return a.real; }
STARDUST_BOTH float cimagf(complex64 a) { return a.imaginary; }
STARDUST_BOTH double cimag(complex128 a) { return a.imaginary; }
STARDUST_BOTH complex64 conjf(complex64 a) { return complex64(a.real, -a.imaginary); }
STARDUST_BOTH complex128 conj(complex128 a) { return complex128(a.real, -a.imaginary); }
STARDUST_BOTH float cabsf(complex64 a) { return hypotf(a.real, a.imaginary); }
STARDUST_BOTH double cabs(complex128 a) { return hypot(a.real, a.imaginary); }
STARDUST_BOTH float cargf(complex64 a) { return atan2f(a.imaginary, a.real); }
STARDUST_BOTH double carg(complex128 a) { return atan2(a.imaginary, a.real); }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
#include "stardust_cuda_device.h"
#endif

#ifndef __CUDACC_RTC__
/* ------------------------------------------------------------------ on the host */

/* A device, for one call at a time. The functions return 0, or a stardust_status. */
struct stardust_gpu {
  void* state;
  int32_t threads;                /* iterations of a grid that run at the same time */
  struct stardust_device* device; /* in the memory of the device */
  void* scratch;                  /* 8,192 bytes there */
  /* Null: there is not enough memory. Memory may come from the heap of the device, too, and is then not released. */
  void* (*allocate)(struct stardust_gpu* gpu, int64_t count, int64_t element);
  void (*release)(struct stardust_gpu* gpu, void* data);
  int (*upload)(struct stardust_gpu* gpu, void* to, const void* from, int64_t bytes);
  int (*download)(struct stardust_gpu* gpu, void* to, const void* from, int64_t bytes);
  int (*copy)(struct stardust_gpu* gpu, void* to, const void* from, int64_t bytes); /* on the device, no overlap */
  int (*launch)(struct stardust_gpu* gpu, const char* kernel, int64_t blocks, int32_t threads, void** arguments);
  int (*status)(struct stardust_gpu* gpu);   /* waits for the kernels so far */
  void (*reclaim)(struct stardust_gpu* gpu); /* frees the memory that the kernels of a grid took, after they ended */
};

#ifdef STARDUST_EMULATED
#define STARDUST_LAUNCH(kernel, blocks, threads, group, ...) \
  stardust_emulated_launch(#kernel, blocks, threads, group, [&] { kernel(__VA_ARGS__); })
#else
template <class... A>
static inline int stardust_launch(stardust_gpu* gpu, const char* kernel, int64_t blocks, int32_t threads, A... all) {
  void* arguments[] = {&all...};
  return gpu->launch(gpu, kernel, blocks, threads, arguments);
}
/* `group`: the threads that meet in the kernel, 1 for none. */
#define STARDUST_LAUNCH(kernel, blocks, threads, group, ...) stardust_launch(gpu, #kernel, blocks, threads, __VA_ARGS__)
#endif

/* Leaves the host function with the status of a step that failed. */
#define STEP(step)                \
  do {                            \
    const int result_ = (step);   \
    if (result_ != STARDUST_OK) { \
      status = result_;           \
      goto done;                  \
    }                             \
  } while (0)

/* A launch with enough blocks for all iterations, each by `group` threads; `mayFail`: its kernel raises the status. */
#define GRID(kernel, count, group, mayFail, ...)                                                     \
  do {                                                                                               \
    const int64_t blocks_ = (count) > 0 ? ((count)*group + STARDUST_BLOCK - 1) / STARDUST_BLOCK : 0; \
    if (blocks_ > 0) STEP(STARDUST_LAUNCH(kernel, blocks_, STARDUST_BLOCK, group, __VA_ARGS__));     \
    if (blocks_ > 0 && mayFail) STEP(gpu->status(gpu));                                              \
    if (blocks_ > 0 && mayFail) gpu->reclaim(gpu);                                                   \
  } while (0)

#define SCAN(sums, size) STEP(STARDUST_LAUNCH(stardust_scan, 1, STARDUST_BLOCK, STARDUST_BLOCK, sums, size))

/* One thread runs statements that have an order. `values`: the variables and arrays that it reads and changes. */
#define SERIAL(kernel, values)                                                           \
  do {                                                                                   \
    STEP(gpu->upload(gpu, gpu->scratch, &values, sizeof values));                        \
    STEP(STARDUST_LAUNCH(kernel, 1, 1, 1, (kernel##_values*)gpu->scratch, gpu->device)); \
    STEP(gpu->status(gpu));                                                              \
    STEP(gpu->download(gpu, &values, gpu->scratch, sizeof values));                      \
  } while (0)

/* Arrays of the host function in the memory of the device. */
#define DEVICE_RESERVE(array, count)                                                                          \
  do {                                                                                                        \
    const int64_t room_ = (count);                                                                            \
    if (room_ > array##_capacity) {                                                                           \
      void* const moved_ = gpu->allocate(gpu, room_, (int64_t)sizeof *array);                                 \
      if (!moved_) STEP(STARDUST_OUT_OF_MEMORY);                                                              \
      if (array##_capacity > 0) STEP(gpu->copy(gpu, moved_, array, array##_capacity*(int64_t)sizeof *array)); \
      if (array) gpu->release(gpu, (void*)array);                                                             \
      array = (decltype(array))moved_;                                                                        \
      array##_capacity = room_;                                                                               \
    }                                                                                                         \
  } while (0)
#define DEVICE_ALLOCATE(array, count)                                             \
  do {                                                                            \
    const int64_t size_ = (count);                                                \
    if (size_ > array##_capacity) {                                               \
      if (array) gpu->release(gpu, array);                                        \
      array##_capacity = 0;                                                       \
      array = (decltype(array))gpu->allocate(gpu, size_, (int64_t)sizeof *array); \
      if (!array) STEP(STARDUST_OUT_OF_MEMORY);                                   \
      array##_capacity = size_;                                                   \
    }                                                                             \
  } while (0)

/* An operand: its elements on the device. */
#define UPLOAD(array, from)                                                                                      \
  do {                                                                                                           \
    const stardust_array from_ = (from);                                                                         \
    array = (decltype(array))gpu->allocate(gpu, from_.length, (int64_t)sizeof *array);                           \
    if (!array) STEP(STARDUST_OUT_OF_MEMORY);                                                                    \
    if (from_.length > 0) STEP(gpu->upload(gpu, (void*)array, from_.data, from_.length*(int64_t)sizeof *array)); \
  } while (0)

/* A result: its elements from the device, in memory of malloc. */
#define DOWNLOAD(to, array)                                                                                    \
  do {                                                                                                         \
    stardust_array* const to_ = &(to);                                                                         \
    if (!to_->data || array##_length > to_->capacity) {                                                        \
      const size_t bytes_ = (size_t)(array##_length > 0 ? array##_length : 1) * sizeof *array;                 \
      void* const moved_ = realloc(to_->data, bytes_);                                                         \
      if (!moved_) STEP(STARDUST_OUT_OF_MEMORY);                                                               \
      to_->data = moved_;                                                                                      \
      to_->capacity = array##_length;                                                                          \
    }                                                                                                          \
    to_->length = array##_length;                                                                              \
    if (array##_length > 0) STEP(gpu->download(gpu, to_->data, array, array##_length*(int64_t)sizeof *array)); \
  } while (0)
#endif

#endif
