/* The time in ticks. A counter of the processor costs about 10 ns, and a call of the system 25 ns or more. Accesses to
   memory stay on their side of the clock. */
#ifndef STARDUST_RUNTIME_CLOCK_H
#define STARDUST_RUNTIME_CLOCK_H

#include "base.h"

#if !defined(__x86_64__) || !defined(__GNUC__)
#include <time.h>
#endif

LOCAL int64_t clock_ticks(void) {
#if defined(__x86_64__) && defined(__GNUC__)
  __asm__ volatile("lfence" : : : "memory");
  const int64_t ticks = (int64_t)__builtin_ia32_rdtsc();
  __asm__ volatile("" : : : "memory");
  return ticks;
#elif defined(__aarch64__) && defined(__GNUC__)
  int64_t ticks;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
  return ticks;
#elif defined(CLOCK_MONOTONIC)
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
#else
  return (int64_t)clock();
#endif
}

#endif
