// The CUDA of printed kernels, for the host's C++ compiler: a block is a set of fibers, which meet at barriers. The
// fake NVRTC puts it before a text, and the fake driver calls fake_launch. Independent of the emulation (--emulate).
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <type_traits>
#include <utility>

#define __CUDACC__
#define __global__
#define __device__
#define __host__
#define __shared__ static

struct FakeIndex {
  unsigned x, y, z;
};
static FakeIndex threadIdx, blockIdx, blockDim, gridDim;

namespace fake {

enum { mostThreads = 1024, stackBytes = 1 << 15, warp = 32 };
enum class State { Ready, AtWarp, AtBlock, Ended };

static ucontext_t contexts[mostThreads], scheduler;
static char stacks[mostThreads][stackBytes];
static State states[mostThreads];
static double slots[mostThreads];
static unsigned running;
static void (*body)(void**);
static void** arguments;

static void meet(State at) {
  states[running] = at;
  swapcontext(&contexts[running], &scheduler);
}

static void begin() {
  body(arguments);
  meet(State::Ended);
}

// Whether all threads from `first` to `end` that have not ended wait at this barrier; then they go on.
static bool released(unsigned first, unsigned end, State at) {
  bool any = false;
  for (unsigned n = first; n < end; n++) {
    if (states[n] != at && states[n] != State::Ended) return false;
    any |= states[n] == at;
  }
  for (unsigned n = first; any && n < end; n++)
    if (states[n] == at) states[n] = State::Ready;
  return any;
}

// False: threads wait for one another, and no barrier releases them.
static bool runBlock(unsigned threads) {
  for (unsigned n = 0; n < threads; n++) {
    getcontext(&contexts[n]);
    contexts[n].uc_stack.ss_sp = stacks[n];
    contexts[n].uc_stack.ss_size = stackBytes;
    makecontext(&contexts[n], begin, 0);
    states[n] = State::Ready;
  }
  for (;;) {
    for (running = 0; running < threads; running++)
      if (states[running] == State::Ready) {
        threadIdx = {running, 0, 0};
        swapcontext(&scheduler, &contexts[running]);
      }
    bool any = released(0, threads, State::AtBlock), ended = true;
    for (unsigned n = 0; n < threads; n += warp)
      any |= released(n, n + warp < threads ? n + warp : threads, State::AtWarp);
    for (unsigned n = 0; n < threads; n++) ended &= states[n] == State::Ended;
    if (!any) return ended;
  }
}

template <class... A, size_t... N>
void apply(void (*kernel)(A...), void** all, std::index_sequence<N...>) {
  kernel(*static_cast<std::remove_const_t<std::remove_reference_t<A>>*>(all[N])...);
}
template <class... A>
void call(void (*kernel)(A...), void** all) {
  apply(kernel, all, std::index_sequence_for<A...>());
}

}  // namespace fake

static inline void __syncwarp() { fake::meet(fake::State::AtWarp); }
static inline void __syncthreads() { fake::meet(fake::State::AtBlock); }
template <class T>
static T __shfl_xor_sync(unsigned, T value, int distance) {
  memcpy(&fake::slots[fake::running], &value, sizeof value);
  __syncwarp();
  memcpy(&value, &fake::slots[fake::running ^ (unsigned)distance], sizeof value);
  __syncwarp();
  return value;
}
static inline int __popc(unsigned word) { return __builtin_popcount(word); }
static inline int __ffs(int word) { return __builtin_ffs(word); }
template <class T, class U>
static T atomicAdd(T* at, U value) {
  const T before = *at;
  *at = before + value;
  return before;
}
template <class T>
static T atomicMax(T* at, T value) {
  const T before = *at;
  *at = before < value ? value : before;
  return before;
}
template <class T>
static T atomicCAS(T* at, T expected, T value) {
  const T before = *at;
  if (before == expected) *at = value;
  return before;
}

// Returns whether all threads of all blocks ended.
extern "C" bool fake_launch(void (*kernel)(void**), void** arguments, unsigned blocks, unsigned threads) {
  fake::body = kernel;
  fake::arguments = arguments;
  gridDim = {blocks, 1, 1};
  blockDim = {threads, 1, 1};
  for (unsigned b = 0; b < blocks; b++) {
    blockIdx = {b, 0, 0};
    if (!fake::runBlock(threads)) return false;
  }
  return true;
}
