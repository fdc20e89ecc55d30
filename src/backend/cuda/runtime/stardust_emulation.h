/* A GPU on the host, for printed CUDA: blocks run one after another, in an order that a seed decides, and so do the
   threads of a block. It reports accesses outside of arrays, and elements that threads of one launch share without
   an order. C++14. */
#ifndef STARDUST_EMULATION_H
#define STARDUST_EMULATION_H

#include <stdio.h>
#include <ucontext.h>

#define STARDUST_KERNEL static void
#define STARDUST_DEVICE static inline

enum { STARDUST_EMULATED_FAULT = 100 }; /* a status besides those of stardust_kernel.h: see stardust_fault_text */

struct stardust_index {
  unsigned x, y, z;
};
static stardust_index blockIdx, threadIdx, blockDim, gridDim;

/* ------------------------------------------------------------------ faults */

static char stardust_fault_text[400];
static const char* stardust_kernel_name = "";
static uint64_t stardust_random = 1;

static void stardust_fault(const char* form, long long a, long long b) {
  if (stardust_fault_text[0]) return; /* the first one counts */
  const int used = snprintf(stardust_fault_text, sizeof stardust_fault_text, "kernel %s: ", stardust_kernel_name);
  if (used > 0 && used < (int)sizeof stardust_fault_text)
    snprintf(stardust_fault_text + used, sizeof stardust_fault_text - (size_t)used, form, a, b);
}

/* ------------------------------------------------------------------ memory */

/* The last accesses to an element: by which thread, in which launch, and after how many meetings of its group. */
struct stardust_access {
  uint32_t launch, phase;
  int64_t thread; /* -1: several threads of the group */
  int64_t group;  /* -1: several groups */
  bool atomic;
};
struct stardust_element {
  stardust_access written, read;
};

/* Before each block of memory. */
struct stardust_memory {
  uint64_t magic;
  int64_t count;
  stardust_element* elements; /* made at the first access that is not of an input */
  stardust_memory* next;
  char rest[32];
};
static const uint64_t stardust_magic = 0x5d5d1234abcd9876u;
static stardust_memory* stardust_blocks = 0;

static void* stardust_new(int64_t count, int64_t element) {
  if (count < 0 || count > INT64_MAX / 64 / element) return 0;
  const size_t bytes = (size_t)(count > 0 ? count : 1) * (size_t)element;
  stardust_memory* const memory = (stardust_memory*)malloc(sizeof(stardust_memory) + bytes);
  if (!memory) return 0;
  memory->magic = stardust_magic;
  memory->count = count;
  memory->elements = 0;
  memory->next = stardust_blocks;
  stardust_blocks = memory;
  if (bytes < (size_t)1 << 26) memset(memory + 1, 0xa5, bytes); /* unwritten elements look wrong */
  return memory + 1;
}
static void stardust_free_all() {
  while (stardust_blocks) {
    stardust_memory* const memory = stardust_blocks;
    stardust_blocks = memory->next;
    free(memory->elements);
    free(memory);
  }
}

/* The running thread. A group is a thread, a warp or a block: its lanes can meet. */
static uint32_t stardust_launches = 0, stardust_phase = 0;
static int64_t stardust_thread = 0, stardust_group = 0;

static bool stardust_collides(const stardust_access& before, bool atomic) {
  if (before.launch != stardust_launches) return false;
  if (before.group != stardust_group) return !(atomic && before.atomic);
  return before.thread != stardust_thread && before.phase == stardust_phase && !(atomic && before.atomic);
}
static void stardust_note(stardust_access& last, bool atomic) {
  const bool same = last.launch == stardust_launches;
  const int64_t group = same && last.group != stardust_group ? -1 : stardust_group;
  const int64_t thread = same && last.thread != stardust_thread && last.phase == stardust_phase ? -1 : stardust_thread;
  last = {stardust_launches, stardust_phase, thread, group, atomic};
}

template <class T>
struct stardust_reference {
  T* at;
  stardust_element* element;

  void wrote(bool atomic) const {
    if (stardust_collides(element->written, atomic) || stardust_collides(element->read, false))
      stardust_fault("threads %lld and %lld share an element, and one of them writes it", element->written.thread,
                     stardust_thread);
    stardust_note(element->written, atomic);
  }
  T read() const {
    if (stardust_collides(element->written, false))
      stardust_fault("thread %lld writes an element that thread %lld reads", element->written.thread, stardust_thread);
    stardust_note(element->read, false);
    return *at;
  }
  operator T() const { return read(); }
  T operator=(T value) const {
    wrote(false);
    return *at = value;
  }
  T operator=(const stardust_reference& value) const { return *this = value.read(); }
  T operator+=(T value) const { return *this = (T)(read() + value); }
  T operator-=(T value) const { return *this = (T)(read() - value); }
  T operator*=(T value) const { return *this = (T)(read() * value); }
};

/* An array of a kernel. */
template <class T>
struct stardust_elements {
  T* data;
  stardust_memory* memory;

  stardust_elements(T* base = 0) : data(base), memory(base ? (stardust_memory*)base - 1 : 0) {
    if (memory && memory->magic != stardust_magic) memory = 0;
  }
  stardust_reference<T> operator[](int64_t index) const {
    static T spare;
    static stardust_element element;
    if (!memory || index < 0 || index >= memory->count) {
      stardust_fault("element %lld of an array of %lld elements", index, memory ? memory->count : 0);
      element = stardust_element();
      spare = T();
      return {&spare, &element};
    }
    if (!memory->elements)
      memory->elements = (stardust_element*)calloc((size_t)memory->count + 1, sizeof(stardust_element));
    if (!memory->elements) abort();
    return {data + index, memory->elements + index};
  }
  operator T*() const { return data; }
};
template <class T>
struct stardust_constants {
  const T* data;
  const stardust_memory* memory;

  stardust_constants(const T* base) : data(base), memory((const stardust_memory*)base - 1) {}
  T operator[](int64_t index) const {
    if (index >= 0 && index < memory->count) return data[index];
    stardust_fault("element %lld of an array of %lld elements", index, memory->count);
    return T();
  }
};
#define STARDUST_INPUT(type) stardust_constants<type>
#define STARDUST_GLOBAL(type) stardust_elements<type>

template <class T>
static T* stardust_take(stardust_device*, int64_t count) {
  return (T*)stardust_new(count, (int64_t)sizeof(T));
}

/* ------------------------------------------------------------------ functions of CUDA */

static inline int __popc(unsigned word) { return __builtin_popcount(word); }
static inline int __ffs(int word) { return __builtin_ffs(word); }
static inline int atomicMax(int32_t* at, int32_t value) { return *at = *at < value ? value : *at; }
template <class F, class T>
static inline void stardust_update(const stardust_elements<T>& array, int64_t index, T value) {
  const stardust_reference<T> at = array[index];
  at.wrote(true);
  *at.at = F()(*at.at, value);
}

/* ------------------------------------------------------------------ launches */

static uint64_t stardust_next_random() {
  stardust_random ^= stardust_random << 13;
  stardust_random ^= stardust_random >> 7;
  return stardust_random ^= stardust_random << 17;
}
/* 0 to count - 1 in any order, as an affine permutation: n * factor + first, modulo count. */
struct stardust_order {
  int64_t count, factor, first;
  explicit stardust_order(int64_t all) : count(all), factor(1), first(0) {
    if (all < 2 || stardust_random == 0) return;
    first = (int64_t)(stardust_next_random() % (uint64_t)all);
    for (factor = 1 + (int64_t)(stardust_next_random() % (uint64_t)all);; factor++) {
      int64_t a = factor, b = all;
      while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
      }
      if (a == 1) return;
    }
  }
  int64_t operator[](int64_t n) const {
    return (int64_t)(((unsigned __int128)n * (uint64_t)factor + (uint64_t)first) % (uint64_t)count);
  }
};

/* ------------------------------------------------------------------ lanes */

/* The threads of a group are fibers. Each runs until it ends, or until it meets the others. */
enum { STARDUST_MOST_LANES = 256, STARDUST_STACK = 1 << 16 };
enum { STARDUST_READY, STARDUST_WAITS, STARDUST_ENDED };
struct stardust_lane {
  ucontext_t context;
  int state;
  unsigned number;
  double slot[2]; /* a value for the others */
};
static stardust_lane stardust_lanes[STARDUST_MOST_LANES];
static char stardust_stacks[STARDUST_MOST_LANES][STARDUST_STACK]; /* pages that no lane touches take no memory */
static ucontext_t stardust_scheduler;
static stardust_lane* stardust_running = 0;
static void (*stardust_body)(void*) = 0;
static void* stardust_closure = 0;

static void stardust_meet() {
  if (!stardust_running) return; /* a thread that is a group by itself */
  stardust_running->state = STARDUST_WAITS;
  swapcontext(&stardust_running->context, &stardust_scheduler);
}
static void stardust_begin_lane() {
  stardust_body(stardust_closure);
  stardust_running->state = STARDUST_ENDED;
  swapcontext(&stardust_running->context, &stardust_scheduler);
}
static void stardust_run_lane(stardust_lane* lane, int64_t first) {
  stardust_running = lane;
  threadIdx.x = lane->number;
  stardust_thread = first + lane->number;
  lane->state = STARDUST_READY;
  swapcontext(&stardust_scheduler, &lane->context);
  stardust_running = 0;
}

/* Runs the threads from `first` on in the block. Those that wait go on when all wait. */
static void stardust_run_group(unsigned first, int32_t group, int64_t before) {
  const stardust_order order(group);
  stardust_phase = 0;
  for (int32_t n = 0; n < group; n++) {
    stardust_lane* const lane = stardust_lanes + n;
    getcontext(&lane->context);
    lane->context.uc_stack.ss_sp = stardust_stacks[n];
    lane->context.uc_stack.ss_size = STARDUST_STACK;
    lane->context.uc_link = 0;
    makecontext(&lane->context, stardust_begin_lane, 0);
    lane->number = first + (unsigned)n;
  }
  for (;; stardust_phase++) {
    int32_t waiting = 0;
    for (int32_t n = 0; n < group; n++) {
      stardust_run_lane(stardust_lanes + order[n], before);
      waiting += stardust_lanes[order[n]].state == STARDUST_WAITS;
    }
    if (waiting == 0) return;
    if (waiting == group) continue;
    stardust_fault("%lld of %lld threads wait for others that have ended", waiting, group);
    return;
  }
}

#define STARDUST_MEET_WARP() stardust_meet()
#define STARDUST_MEET_BLOCK() stardust_meet()

template <class T>
static T __shfl_xor_sync(unsigned, T value, int distance) {
  memcpy(stardust_running->slot, &value, sizeof value);
  stardust_meet();
  memcpy(&value, stardust_lanes[(stardust_running - stardust_lanes) ^ distance].slot, sizeof value);
  stardust_meet();
  return value;
}

/* Shared memory: a block of memory for each group, made by its first thread. */
struct stardust_shared_memory {
  uint32_t launch;
  int64_t group;
  void* memory;
};
static void* stardust_shared(stardust_shared_memory* site, int64_t count, int64_t element) {
  if (!site->memory || site->launch != stardust_launches || site->group != stardust_group)
    *site = {stardust_launches, stardust_group, stardust_new(count, element)};
  return site->memory;
}
#define STARDUST_SHARED(type, name, count, group) \
  static stardust_shared_memory name##_site;      \
  STARDUST_GLOBAL(type) const name = (type*)stardust_shared(&name##_site, count, (int64_t)sizeof(type))

template <class F>
static void stardust_call(void* body) {
  (*(const F*)body)();
}

/* `group`: the threads that meet; they are consecutive ones of a block. */
template <class F>
static int stardust_emulated_launch(const char* kernel, int64_t blocks, int32_t threads, int32_t group, const F& body) {
  stardust_kernel_name = kernel;
  stardust_launches++;
  gridDim = {(unsigned)blocks, 1, 1};
  blockDim = {(unsigned)threads, 1, 1};
  stardust_body = stardust_call<F>;
  stardust_closure = (void*)&body;
  const stardust_order order(blocks);
  for (int64_t b = 0; b < blocks; b++) {
    const stardust_order inside(threads / group);
    blockIdx = {(unsigned)order[b], 0, 0};
    const int64_t before = (int64_t)blockIdx.x * threads;
    for (int32_t g = 0; g < threads / group; g++) {
      const unsigned first = (unsigned)(inside[g] * group);
      stardust_group = (before + first) / group;
      if (group > 1) {
        stardust_run_group(first, group, before);
        continue;
      }
      threadIdx = {first, 0, 0};
      stardust_thread = before + first;
      body();
    }
  }
  return stardust_fault_text[0] ? STARDUST_EMULATED_FAULT : 0;
}

#endif
