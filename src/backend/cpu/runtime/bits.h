/* Bit operations on words. */
#ifndef STARDUST_RUNTIME_BITS_H
#define STARDUST_RUNTIME_BITS_H

#include "base.h"

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

/* Returns 32 for 0. */
LOCAL inline int64_t trailing_zeros(uint32_t word) { return word ? lowest_bit(word) : 32; }

#endif
