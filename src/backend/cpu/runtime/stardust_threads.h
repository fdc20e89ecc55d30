/* The threads that share the loops of compiled kernels. C99 and POSIX threads; kernels that stand alone come with a
   copy. */
#ifndef STARDUST_THREADS_H
#define STARDUST_THREADS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A stardust_runner (stardust_kernel.h): calls region(loop) on the calling thread and, at the same time, on up to
   `threads` - 1 threads of a pool, and returns when every call that began has returned. A thread that has not begun
   when the calling thread is done is not waited for, so that a busy processor delays nobody.

   The process has one pool. It starts its threads when they are first asked for and keeps them; one that waits spins
   for some microseconds and then sleeps. On Linux the threads of one call are bound to distinct processors, none of
   them the calling thread's, which is never bound itself. A child after fork() has a pool of its own. Safe to call from
   several threads at once. Where no further thread can be started, fewer work.

   Two variables of OpenMP's environment are heeded, when the pool is first used: OMP_PROC_BIND=false binds no thread,
   OMP_WAIT_POLICY=passive lets none spin. */
void stardust_parallel(int32_t threads, void (*region)(void* loop), void* loop);

#ifdef __cplusplus
}
#endif
#endif
