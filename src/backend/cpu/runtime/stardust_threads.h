/* Thread pool for the parallel loops of compiled kernels. C99 and POSIX threads. Standalone kernels include a copy. */
#ifndef STARDUST_THREADS_H
#define STARDUST_THREADS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A stardust_runner (stardust_kernel.h): calls region(loop) on the calling thread and concurrently on up to `threads` -
   1 threads of a pool, and returns when every started call has returned. It does not wait for a thread that has not
   started when the calling thread is done, so that a busy processor causes no delay.

   There is one pool in the process. It starts threads on demand and keeps them. An idle thread spins for some
   microseconds, then sleeps. On Linux, the threads of one call are bound to distinct processors, other than that of the
   calling thread, which is never bound. A child after fork() has its own pool. Thread-safe. If no further thread can be
   started, fewer threads run the loop.

   Two OpenMP environment variables are read at the first use: OMP_PROC_BIND=false disables binding,
   OMP_WAIT_POLICY=passive disables spinning. */
void stardust_parallel(int32_t threads, void (*region)(void* loop), void* loop);

#ifdef __cplusplus
}
#endif
#endif
