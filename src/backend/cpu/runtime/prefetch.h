/* Prefetches of rows. */
#ifndef STARDUST_RUNTIME_PREFETCH_H
#define STARDUST_RUNTIME_PREFETCH_H

#include "base.h"

#ifdef __GNUC__
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) (void)(address)
#endif

/* Prefetches the first two lines of a row; the hardware prefetcher continues after the second one. SDDMM with rows
   of 512 bytes is 20 % faster than with a prefetch of every line. */
LOCAL inline void prefetch_row(const void* row, int64_t bytes) {
  PREFETCH(row);
  if (bytes > 64) PREFETCH((const char*)row + 64);
}

#endif
