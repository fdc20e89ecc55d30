/* Arrays allocated by a kernel: a pointer NAME, its capacity NAME_capacity and, where the kernel uses it, its length
   NAME_length. If memory is exhausted, the macros set `status` and jump to `label`. */
#ifndef STARDUST_RUNTIME_ARRAYS_H
#define STARDUST_RUNTIME_ARRAYS_H

#include "fail.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

/* realloc, with null for a size that overflows. New blocks are aligned to cache lines, so that rows of whole lines
   are written as whole lines. Large blocks use huge pages if available, since the first touch of a page costs more
   than most work on it. */
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

/* Ensures capacity for `count` elements, preserving the contents. */
#define RESERVE(array, count, label)                       \
  do {                                                     \
    if ((count) > array##_capacity) {                      \
      void* moved_ = resized(array, count, sizeof *array); \
      if (!moved_) FAIL(STARDUST_OUT_OF_MEMORY, label);    \
      array = moved_;                                      \
      array##_capacity = (count);                          \
    }                                                      \
  } while (0)

/* Ensures capacity for `count` uninitialised elements. */
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

/* The same, with all elements set to `value`. */
#define ALLOCATE_FILLED(array, count, value, label)           \
  do {                                                        \
    const int64_t size_ = (count);                            \
    ALLOCATE(array, size_, label);                            \
    for (int64_t k_ = 0; k_ < size_; k_++) array[k_] = value; \
  } while (0)

/* Sets the length to `count`, preserving the contents. */
#define RESIZE(array, count, label) \
  do {                              \
    const int64_t count_ = (count); \
    RESERVE(array, count_, label);  \
    array##_length = count_;        \
  } while (0)

/* The same, with new elements set to `value`. */
#define RESIZE_FILLED(array, count, value, label)                           \
  do {                                                                      \
    const int64_t count_ = (count);                                         \
    RESERVE(array, count_, label);                                          \
    for (int64_t k_ = array##_length; k_ < count_; k_++) array[k_] = value; \
    array##_length = count_;                                                \
  } while (0)

/* Ensures a length of at least `count`, with amortised cost. */
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

#endif
