/* Parallel loops. */
#ifndef STARDUST_RUNTIME_SHARED_LOOP_H
#define STARDUST_RUNTIME_SHARED_LOOP_H

#include "base.h"

/* Calls region(loop) on one thread for each part, up to `threads`. Each call takes parts until none is left. */
#ifdef __GNUC__
LOCAL int64_t next_part(int64_t* next) { return __atomic_fetch_add(next, 1, __ATOMIC_RELAXED); }
LOCAL void run_parts(stardust_runner* run, int32_t threads, int64_t parts, void (*region)(void*), void* loop) {
  if (run && threads > 1 && parts > 1) run(parts < threads ? (int32_t)parts : threads, region, loop);
  else region(loop);
}
#else /* without atomic operations: the calling thread only */
LOCAL int64_t next_part(int64_t* next) { return (*next)++; }
LOCAL void run_parts(stardust_runner* run, int32_t threads, int64_t parts, void (*region)(void*), void* loop) {
  (void)run, (void)threads, (void)parts;
  region(loop);
}
#endif

/* Records the maximum of the failure codes. */
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

#endif
