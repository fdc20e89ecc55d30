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
#define STARDUST_SHARED(type, name, count, group)                     \
  __shared__ type name##_all[(count) * (STARDUST_BLOCK / (group))];   \
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
#define STARDUST_COMPLEX(name, part, suffix)                                                                     \
  struct name {                                                                                                  \
    part real, imaginary;                                                                                        \
    name() = default;                                                                                            \
    STARDUST_SIDES name(part r, part i = 0) : real(r), imaginary(i) {}                                          \
  };                                                                                                             \
  STARDUST_BOTH name complex_##suffix(part r, part i) { return name(r, i); }                                   \
  STARDUST_BOTH name operator+(name a, name b) { return name(a.real + b.real, a.imaginary + b.imaginary); }    \
  STARDUST_BOTH name operator-(name a, name b) { return name(a.real - b.real, a.imaginary - b.imaginary); }    \
  STARDUST_BOTH name operator-(name a) { return name(-a.real, -a.imaginary); }                                 \
  STARDUST_BOTH bool operator==(name a, name b) { return a.real == b.real && a.imaginary == b.imaginary; }     \
  STARDUST_BOTH bool operator!=(name a, name b) { return !(a == b); }                                          \
  STARDUST_BOTH name& operator+=(name& a, name b) { return a = a + b; }                                        \
  STARDUST_BOTH name& operator-=(name& a, name b) { return a = a - b; }                                        \
  STARDUST_BOTH name times_##suffix(name a, name b) {                                                          \
    return name(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real);       \
  }                                                                                                              \
  /* Scaled by the greater part of the divisor, so that squares do not overflow. */                              \
  STARDUST_BOTH name operator/(name a, name b) {                                                               \
    if (stardust_size(b.real) >= stardust_size(b.imaginary)) {                                                   \
      if (b.imaginary == 0) return name(a.real / b.real, a.imaginary / b.real);                                  \
      const part ratio = b.imaginary / b.real, divisor = b.real + b.imaginary * ratio;                           \
      return name((a.real + a.imaginary * ratio) / divisor, (a.imaginary - a.real * ratio) / divisor);           \
    }                                                                                                            \
    const part ratio = b.real / b.imaginary, divisor = b.real * ratio + b.imaginary;                             \
    return name((a.real * ratio + a.imaginary) / divisor, (a.imaginary * ratio - a.real) / divisor);             \
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
/* ------------------------------------------------------------------ on the device */

/* Raises the status. Kernels end on their own; the host looks after each launch that can fail. */
STARDUST_DEVICE void stardust_raise(stardust_device* device, int32_t status) { atomicMax(&device->status, status); }

/* ---- Lanes: all of a warp or a block call these functions together, and get the same value. */

#define STARDUST_EXCHANGE(type) \
  STARDUST_DEVICE type stardust_exchange(type value, int distance) { return __shfl_xor_sync(0xffffffffu, value, distance); }
STARDUST_EXCHANGE(int32_t)
STARDUST_EXCHANGE(uint32_t)
STARDUST_EXCHANGE(long long)
STARDUST_EXCHANGE(unsigned long long)
STARDUST_EXCHANGE(float)
STARDUST_EXCHANGE(double)
STARDUST_DEVICE long stardust_exchange(long value, int distance) {
  return (long)__shfl_xor_sync(0xffffffffu, (long long)value, distance);
}
STARDUST_DEVICE unsigned long stardust_exchange(unsigned long value, int distance) {
  return (unsigned long)__shfl_xor_sync(0xffffffffu, (unsigned long long)value, distance);
}
STARDUST_DEVICE bool stardust_exchange(bool value, int distance) {
  return __shfl_xor_sync(0xffffffffu, (int32_t)value, distance) != 0;
}
STARDUST_DEVICE complex64 stardust_exchange(complex64 value, int distance) {
  return complex64(stardust_exchange(value.real, distance), stardust_exchange(value.imaginary, distance));
}
STARDUST_DEVICE complex128 stardust_exchange(complex128 value, int distance) {
  return complex128(stardust_exchange(value.real, distance), stardust_exchange(value.imaginary, distance));
}

/* Operators of reductions. The least and the greatest are NaN if an operand is. */
struct stardust_sum {
  template <class T>
  STARDUST_SIDES T operator()(T a, T b) const { return (T)(a + b); }
};
struct stardust_product {
  template <class T>
  STARDUST_SIDES T operator()(T a, T b) const { return (T)(a * b); }
  STARDUST_SIDES complex64 operator()(complex64 a, complex64 b) const { return times_c64(a, b); }
  STARDUST_SIDES complex128 operator()(complex128 a, complex128 b) const { return times_c128(a, b); }
};
struct stardust_least {
  template <class T>
  STARDUST_SIDES T operator()(T a, T b) const { return a < b || a != a ? a : b; }
};
struct stardust_greatest {
  template <class T>
  STARDUST_SIDES T operator()(T a, T b) const { return a > b || a != a ? a : b; }
};
struct stardust_any {
  STARDUST_SIDES bool operator()(bool a, bool b) const { return a || b; }
};

template <class F, class T>
STARDUST_DEVICE T stardust_reduce_warp(T value) {
  for (int distance = 16; distance > 0; distance /= 2) value = F()(value, stardust_exchange(value, distance));
  return value;
}
template <class F, class T>
STARDUST_DEVICE T stardust_reduce_block(T value) {
  STARDUST_SHARED(T, parts, STARDUST_BLOCK / 32, STARDUST_BLOCK);
  value = stardust_reduce_warp<F>(value);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  STARDUST_MEET_BLOCK();
  value = parts[0];
  for (int n = 1; n < STARDUST_BLOCK / 32; n++) value = F()(value, (T)parts[n]);
  STARDUST_MEET_BLOCK();
  return value;
}

/* The sums before each of the first `size` elements, and sums[size] = the sum of all, by one block. */
STARDUST_KERNEL stardust_scan(STARDUST_GLOBAL(int64_t) sums, const int64_t size) {
  STARDUST_SHARED(int64_t, parts, STARDUST_BLOCK, STARDUST_BLOCK);
  const int64_t share = (size + STARDUST_BLOCK - 1) / STARDUST_BLOCK, first = share * (int64_t)threadIdx.x;
  const int64_t begin = first < size ? first : size, end = begin + share < size ? begin + share : size;
  int64_t sum = 0;
  for (int64_t k = begin; k < end; k++) sum += sums[k];
  parts[threadIdx.x] = sum;
  STARDUST_MEET_BLOCK();
  int64_t before = 0;
  for (unsigned n = 0; n < threadIdx.x; n++) before += parts[n];
  for (int64_t k = begin; k < end; k++) {
    const int64_t element = sums[k];
    sums[k] = before;
    before += element;
  }
  if (threadIdx.x == STARDUST_BLOCK - 1) sums[size] = before;
}
/* The same by one thread. */
template <class A>
STARDUST_DEVICE void stardust_scan_serially(A sums, int64_t size) {
  int64_t before = 0;
  for (int64_t k = 0; k < size; k++) {
    const int64_t element = sums[k];
    sums[k] = before;
    before += element;
  }
  sums[size] = before;
}

#define FAIL(reason, label)         \
  do {                              \
    stardust_raise(device, reason); \
    goto label;                     \
  } while (0)

#ifndef STARDUST_EMULATED
/* Memory for `count` elements until the end of the launch or, of a serial kernel, of the call. Null: there is none. */
template <class T>
STARDUST_DEVICE T* stardust_take(stardust_device* device, int64_t count) {
  if (count < 0 || (unsigned long long)count > device->size / sizeof(T)) return 0;
  const unsigned long long bytes = ((unsigned long long)count * sizeof(T) + 16) & ~15ULL;
  const unsigned long long at = atomicAdd(&device->used, bytes);
  return at + bytes <= device->size ? (T*)(device->heap + at) : 0;
}
#endif

/* Arrays of kernels: NAME, NAME_capacity and, where it is used, NAME_length. */
#define ALLOCATE(type, array, count, label)                      \
  do {                                                           \
    const int64_t count_ = (count);                              \
    if (count_ > array##_capacity) {                             \
      type* const taken_ = stardust_take<type>(device, count_);  \
      if (!taken_) FAIL(STARDUST_OUT_OF_MEMORY, label);          \
      array = taken_;                                            \
      array##_capacity = count_;                                 \
    }                                                            \
  } while (0)

#define ALLOCATE_FILLED(type, array, count, value, label)         \
  do {                                                            \
    const int64_t size_ = (count);                                \
    ALLOCATE(type, array, size_, label);                          \
    for (int64_t k_ = 0; k_ < size_; k_++) array[k_] = value;     \
  } while (0)

/* Ensures capacity for `count` elements, preserving the contents. */
#define RESERVE(type, array, count, label)                                                 \
  do {                                                                                     \
    if ((count) > array##_capacity) {                                                      \
      type* const taken_ = stardust_take<type>(device, count);                             \
      if (!taken_) FAIL(STARDUST_OUT_OF_MEMORY, label);                                    \
      STARDUST_GLOBAL(type) moved_ = taken_;                                               \
      for (int64_t k_ = 0; k_ < array##_capacity; k_++) moved_[k_] = (type)array[k_];      \
      array = taken_;                                                                      \
      array##_capacity = (count);                                                          \
    }                                                                                      \
  } while (0)

#define RESIZE(type, array, count, label) \
  do {                                    \
    const int64_t count_ = (count);       \
    RESERVE(type, array, count_, label);  \
    array##_length = count_;              \
  } while (0)

#define RESIZE_FILLED(type, array, count, value, label)                     \
  do {                                                                      \
    const int64_t count_ = (count);                                         \
    RESERVE(type, array, count_, label);                                    \
    for (int64_t k_ = array##_length; k_ < count_; k_++) array[k_] = value; \
    array##_length = count_;                                                \
  } while (0)

/* Ensures capacity with amortised cost. */
#define GROW(type, array, count, label)                                                          \
  do {                                                                                           \
    const int64_t count_ = (count);                                                              \
    if (count_ > array##_capacity) {                                                             \
      const int64_t double_ = 2 * array##_capacity, room_ = count_ > double_ ? count_ : double_; \
      RESERVE(type, array, room_, label);                                                        \
    }                                                                                            \
  } while (0)

#define LENGTHEN(array, count)                              \
  do {                                                      \
    if ((count) > array##_length) array##_length = (count); \
  } while (0)

/* Moves elements to a place in the same array; the ranges may overlap. */
template <class A>
STARDUST_DEVICE void stardust_move(A array, int64_t begin, int64_t end, int64_t to) {
  if (to <= begin)
    for (int64_t k = begin; k < end; k++) array[to + k - begin] = array[k];
  else
    for (int64_t k = end; k-- > begin;) array[to + k - begin] = array[k];
}

/* Ascending: insertion sort of few elements, heap sort of many. */
template <class T, class A>
STARDUST_DEVICE void stardust_sift(A array, int64_t begin, int64_t root, int64_t count) {
  const T value = array[begin + root];
  for (int64_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && (T)array[begin + child] < (T)array[begin + child + 1]) child++;
    if ((T)array[begin + child] <= value) break;
    array[begin + root] = (T)array[begin + child];
    root = child;
  }
  array[begin + root] = value;
}
template <class T, class A>
STARDUST_DEVICE void stardust_sort(A array, int64_t begin, int64_t end) {
  const int64_t count = end - begin;
  if (count <= 24) {
    for (int64_t i = begin + 1; i < end; i++) {
      const T value = array[i];
      int64_t hole = i;
      for (; hole > begin && (T)array[hole - 1] > value; hole--) array[hole] = (T)array[hole - 1];
      array[hole] = value;
    }
    return;
  }
  for (int64_t root = count / 2; root-- > 0;) stardust_sift<T>(array, begin, root, count);
  for (int64_t last = count - 1; last > 0; last--) {
    const T largest = array[begin];
    array[begin] = (T)array[begin + last];
    array[begin + last] = largest;
    stardust_sift<T>(array, begin, 0, last);
  }
}

/* Hash tables by open addressing: an element of `keys` is a key plus one, or 0. The number of slots is a power of two,
   and at most half of them are taken. */
STARDUST_DEVICE int64_t stardust_home(int64_t slots, int64_t key) {
  const uint64_t folded = (uint64_t)key ^ (uint64_t)key >> 32;
  return (int64_t)(folded * 0x9e3779b97f4a7c15u >> 32) & (slots - 1);
}
template <class A>
STARDUST_DEVICE int64_t stardust_slot(A keys, int64_t slots, int64_t key) {
  int64_t slot = stardust_home(slots, key);
  while ((int64_t)keys[slot] && (int64_t)keys[slot] != key + 1) slot = (slot + 1) & (slots - 1);
  return slot;
}
template <class A>
STARDUST_DEVICE int64_t find_key(A keys, int64_t slots, int64_t key) {
  if (!slots) return -1;
  const int64_t slot = stardust_slot(keys, slots, key);
  return (int64_t)keys[slot] ? slot : -1;
}
template <class T, class K, class V, class L, class W>
STARDUST_DEVICE void stardust_rehash(K keys, V values, int64_t slots, L more_keys, W more_values, int64_t more, T fill) {
  for (int64_t slot = 0; slot < more; slot++) {
    more_keys[slot] = (int64_t)0;
    more_values[slot] = fill;
  }
  for (int64_t old = 0; old < slots; old++) {
    if (!(int64_t)keys[old]) continue;
    const int64_t slot = stardust_slot(more_keys, more, (int64_t)keys[old] - 1);
    more_keys[slot] = (int64_t)keys[old];
    more_values[slot] = (T)values[old];
  }
}
template <class T, class K, class V>
STARDUST_DEVICE void stardust_clear(K keys, V values, int64_t slots, T fill, int64_t key) {
  for (int64_t slot = stardust_home(slots, key); (int64_t)keys[slot]; slot = (slot + 1) & (slots - 1)) {
    keys[slot] = (int64_t)0;
    values[slot] = fill;
  }
}

/* Sets `slot` to the slot of the key. A new key is inserted, its value is set, and `count` is incremented. */
#define INSERT(type, key, keys, values, slot, fill, count, label)                                        \
  do {                                                                                                   \
    const int64_t key_ = (key);                                                                          \
    if (2 * count >= keys##_length) {                                                                    \
      const int64_t room_ = keys##_length ? 2 * keys##_length : 64;                                      \
      int64_t* const keys_ = stardust_take<int64_t>(device, room_);                                      \
      type* const values_ = stardust_take<type>(device, room_);                                          \
      if (!keys_ || !values_) FAIL(STARDUST_OUT_OF_MEMORY, label);                                       \
      STARDUST_GLOBAL(int64_t) more_keys_ = keys_;                                                       \
      STARDUST_GLOBAL(type) more_values_ = values_;                                                      \
      stardust_rehash<type>(keys, values, keys##_length, more_keys_, more_values_, room_, (type)(fill)); \
      keys = keys_;                                                                                      \
      values = values_;                                                                                  \
      keys##_length = keys##_capacity = values##_capacity = room_;                                       \
    }                                                                                                    \
    slot = stardust_slot(keys, keys##_length, key_);                                                     \
    count += !(int64_t)keys[slot];                                                                       \
    keys[slot] = key_ + 1;                                                                               \
  } while (0)

STARDUST_DEVICE int64_t count_ones(uint32_t word) { return __popc(word); }
STARDUST_DEVICE int64_t trailing_zeros(uint32_t word) { return word ? __ffs((int)word) - 1 : 32; }

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
#define STARDUST_LAUNCH(kernel, blocks, threads, group, ...) \
  stardust_launch(gpu, #kernel, blocks, threads, __VA_ARGS__)
#endif

/* Leaves the host function with the status of a step that failed. */
#define STEP(step)                                      \
  do {                                                  \
    const int result_ = (step);                         \
    if (result_ != STARDUST_OK) {                       \
      status = result_;                                 \
      goto done;                                        \
    }                                                   \
  } while (0)

/* A launch with enough blocks for all iterations, each by `group` threads; `mayFail`: its kernel raises the status. */
#define GRID(kernel, count, group, mayFail, ...)                                                           \
  do {                                                                                                     \
    const int64_t blocks_ = (count) > 0 ? ((count) * group + STARDUST_BLOCK - 1) / STARDUST_BLOCK : 0;     \
    if (blocks_ > 0) STEP(STARDUST_LAUNCH(kernel, blocks_, STARDUST_BLOCK, group, __VA_ARGS__));           \
    if (blocks_ > 0 && mayFail) STEP(gpu->status(gpu));                                                    \
    if (blocks_ > 0 && mayFail) gpu->reclaim(gpu);                                                         \
  } while (0)

#define SCAN(sums, size) STEP(STARDUST_LAUNCH(stardust_scan, 1, STARDUST_BLOCK, STARDUST_BLOCK, sums, size))

/* One thread runs statements that have an order. `values`: the variables and arrays that it reads and changes. */
#define SERIAL(kernel, values)                                                                            \
  do {                                                                                                    \
    STEP(gpu->upload(gpu, gpu->scratch, &values, sizeof values));                                         \
    STEP(STARDUST_LAUNCH(kernel, 1, 1, 1, (kernel##_values*)gpu->scratch, gpu->device));                  \
    STEP(gpu->status(gpu));                                                                               \
    STEP(gpu->download(gpu, &values, gpu->scratch, sizeof values));                                       \
  } while (0)

/* Arrays of the host function in the memory of the device. */
#define DEVICE_RESERVE(array, count)                                                                      \
  do {                                                                                                    \
    const int64_t room_ = (count);                                                                        \
    if (room_ > array##_capacity) {                                                                       \
      void* const moved_ = gpu->allocate(gpu, room_, (int64_t)sizeof *array);                             \
      if (!moved_) STEP(STARDUST_OUT_OF_MEMORY);                                                          \
      if (array##_capacity > 0)                                                                           \
        STEP(gpu->copy(gpu, moved_, array, array##_capacity * (int64_t)sizeof *array));                   \
      if (array) gpu->release(gpu, (void*)array);                                                         \
      array = (decltype(array))moved_;                                                                    \
      array##_capacity = room_;                                                                           \
    }                                                                                                     \
  } while (0)
#define DEVICE_ALLOCATE(array, count)                                                                     \
  do {                                                                                                    \
    const int64_t size_ = (count);                                                                        \
    if (size_ > array##_capacity) {                                                                       \
      if (array) gpu->release(gpu, array);                                                                \
      array##_capacity = 0;                                                                               \
      array = (decltype(array))gpu->allocate(gpu, size_, (int64_t)sizeof *array);                         \
      if (!array) STEP(STARDUST_OUT_OF_MEMORY);                                                           \
      array##_capacity = size_;                                                                           \
    }                                                                                                     \
  } while (0)

/* An operand: its elements on the device. */
#define UPLOAD(array, from)                                                                               \
  do {                                                                                                    \
    const stardust_array from_ = (from);                                                                  \
    array = (decltype(array))gpu->allocate(gpu, from_.length, (int64_t)sizeof *array);                    \
    if (!array) STEP(STARDUST_OUT_OF_MEMORY);                                                             \
    if (from_.length > 0) STEP(gpu->upload(gpu, (void*)array, from_.data, from_.length * (int64_t)sizeof *array)); \
  } while (0)

/* A result: its elements from the device, in memory of malloc. */
#define DOWNLOAD(to, array)                                                                               \
  do {                                                                                                    \
    stardust_array* const to_ = &(to);                                                                    \
    if (!to_->data || array##_length > to_->capacity) {                                                   \
      const size_t bytes_ = (size_t)(array##_length > 0 ? array##_length : 1) * sizeof *array;            \
      void* const moved_ = realloc(to_->data, bytes_);                                                    \
      if (!moved_) STEP(STARDUST_OUT_OF_MEMORY);                                                          \
      to_->data = moved_;                                                                                 \
      to_->capacity = array##_length;                                                                     \
    }                                                                                                     \
    to_->length = array##_length;                                                                         \
    if (array##_length > 0)                                                                               \
      STEP(gpu->download(gpu, to_->data, array, array##_length * (int64_t)sizeof *array));                \
  } while (0)
#endif

#endif
