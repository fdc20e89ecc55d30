/* The pool of stardust_threads.h. Like its threads and processors, it belongs to the process; it is the only global
   state of the runtime. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getcpu, pthread_setaffinity_np */
#endif
#include "stardust_threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

/* Spinning time before a thread sleeps. A wake-up takes about as long, so longer spinning would gain little and
   occupy the processor. */
#define SPIN_NANOSECONDS 50000

/* ---- one thread of the pool */

/* IDLE: waits. OFFERED: may start a region; the offering thread may withdraw it. RUNNING: has started. */
enum { IDLE, OFFERED, RUNNING };

typedef struct worker {
  struct worker* next; /* in the list of idle workers, or in the team of a call */
  pthread_t thread;
  int home; /* the processor it is bound to, as an index into those of the pool, or -1 */

  int state, spins; /* accessed by atomic operations */
  void (*region)(void*);
  void* loop;

  pthread_mutex_t lock; /* protects the following members, and state changes that wake a sleeper */
  pthread_cond_t offered, idle;
  bool sleeps, awaited;
} worker;

static int state_of(const worker* w) { return __atomic_load_n(&w->state, __ATOMIC_ACQUIRE); }
static void set_state(worker* w, int state) { __atomic_store_n(&w->state, state, __ATOMIC_RELEASE); }
static bool change_state(worker* w, int from, int to) {
  return __atomic_compare_exchange_n(&w->state, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Whether the worker reaches the state within the spinning time. */
static bool spin_until(const worker* w, int state) {
  if (state_of(w) == state) return true;
  if (!__atomic_load_n(&w->spins, __ATOMIC_RELAXED)) return false;
  for (const int64_t end = nanoseconds() + SPIN_NANOSECONDS; nanoseconds() < end;)
    if (state_of(w) == state) return true;
  return false;
}

static void await_offer(worker* w) {
  if (spin_until(w, OFFERED)) return;
  pthread_mutex_lock(&w->lock);
  w->sleeps = true;
  while (state_of(w) != OFFERED) pthread_cond_wait(&w->offered, &w->lock);
  w->sleeps = false;
  pthread_mutex_unlock(&w->lock);
}

static void* work(void* self) {
  worker* const w = self;
  for (;;) {
    await_offer(w);
    if (!change_state(w, OFFERED, RUNNING)) continue; /* withdrawn */
    w->region(w->loop);
    pthread_mutex_lock(&w->lock);
    set_state(w, IDLE);
    if (w->awaited) pthread_cond_signal(&w->idle);
    pthread_mutex_unlock(&w->lock);
  }
  return NULL;
}

static void offer(worker* w, void (*region)(void*), void* loop) {
  w->region = region;
  w->loop = loop;
  pthread_mutex_lock(&w->lock);
  set_state(w, OFFERED);
  const bool sleeps = w->sleeps;
  pthread_mutex_unlock(&w->lock);
  if (sleeps) pthread_cond_signal(&w->offered);
}

/* Withdraws the offer, or waits for a worker that has started. */
static void take_back(worker* w) {
  if (change_state(w, OFFERED, IDLE) || spin_until(w, IDLE)) return;
  pthread_mutex_lock(&w->lock);
  w->awaited = true;
  while (state_of(w) != IDLE) pthread_cond_wait(&w->idle, &w->lock);
  w->awaited = false;
  pthread_mutex_unlock(&w->lock);
}

/* ---- processors */

#ifdef __linux__
typedef struct {
  int number, core;
  bool taken; /* by a worker of a running call */
} processor;

/* The first processor of the same core, in the numbering of the system. */
static int core_of(int number) {
  char path[96];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", number);
  FILE* file = fopen(path, "re");
  int first = number;
  if (file) {
    if (fscanf(file, "%d", &first) != 1) first = number;
    fclose(file);
  }
  return first;
}

/* The processors that the process and the calling thread may use, ordered so that each core occurs once before any
   occurs twice. Null and 0 if unknown. */
static processor* find_processors(int* count) {
  cpu_set_t of_process, of_thread;
  *count = 0;
  if (sched_getaffinity(getpid(), sizeof of_process, &of_process) || sched_getaffinity(0, sizeof of_thread, &of_thread))
    return NULL;
  CPU_OR(&of_process, &of_process, &of_thread);
  processor* const all = calloc((size_t)CPU_COUNT(&of_process) + 1, sizeof *all);
  if (!all) return NULL;
  for (int second = 0; second <= 1; second++)
    for (int n = 0; n < CPU_SETSIZE; n++) {
      if (!CPU_ISSET(n, &of_process)) continue;
      const int core = core_of(n);
      const bool is_second = core != n && core < CPU_SETSIZE && CPU_ISSET(core, &of_process);
      if (is_second == (second == 1)) all[(*count)++] = (processor){n, core, false};
    }
  return all;
}
#endif

/* ---- the pool */

static struct {
  bool ready;        /* the following members are set, and the fork handler is installed */
  bool binds, spins; /* from the environment */
  worker* waiting;   /* idle workers */
  int workers;       /* started so far */
#ifdef __linux__
  processor* processors;
  int count; /* of processors */
#endif
} pool;
static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;

static bool environment_says(const char* name, const char* word) {
  const char* const value = getenv(name);
  return value && strcasecmp(value, word) == 0;
}

static void before_fork(void) { pthread_mutex_lock(&pool_lock); }
static void in_parent(void) { pthread_mutex_unlock(&pool_lock); }
/* After fork, the workers do not exist; their locks and conditions must not be touched. */
static void in_child(void) {
  pool.waiting = NULL;
  pool.workers = 0;
#ifdef __linux__
  for (int n = 0; n < pool.count; n++) pool.processors[n].taken = false;
#endif
  pthread_mutex_unlock(&pool_lock);
}

static void make_ready(void) {
  if (pool.ready) return;
  pool.binds = !environment_says("OMP_PROC_BIND", "false");
  pool.spins = !environment_says("OMP_WAIT_POLICY", "passive");
#ifdef __linux__
  pool.processors = find_processors(&pool.count);
#endif
  pthread_atfork(before_fork, in_parent, in_child);
  pool.ready = true;
}

#ifdef __linux__
static int index_of(int number) {
  for (int n = 0; n < pool.count; n++)
    if (pool.processors[n].number == number) return n;
  return -1;
}

/* A free processor other than the caller's, preferably on another core; -1 if there is none. */
static int free_processor(int callers) {
  int other = -1;
  for (int n = 0; n < pool.count; n++) {
    if (pool.processors[n].taken || n == callers) continue;
    if (callers < 0 || pool.processors[n].core != pool.processors[callers].core) return n;
    if (other < 0) other = n;
  }
  return other;
}

/* Binds a worker to a processor, or to none with -1. A thread inherits the affinity of its creator, which may be
   narrower than that of the process. */
static void bind(worker* w, int home) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int n = 0; n < pool.count; n++)
    if (home < 0 || n == home) CPU_SET(pool.processors[n].number, &set);
  if (pool.count > 0) pthread_setaffinity_np(w->thread, sizeof set, &set);
  w->home = home;
}

/* Binds a worker to a processor apart from all other workers and from the calling thread, which the system places.
   The system also places surplus threads. */
static void keep_apart(worker* w, int callers) {
  if (!pool.binds) return;
  if (w->home < 0 || w->home == callers || pool.processors[w->home].taken) {
    const int home = free_processor(callers);
    if (home != w->home) bind(w, home);
  }
  if (w->home >= 0) pool.processors[w->home].taken = true;
}
#endif

static worker* start_worker(void) {
  void* lines = NULL;
  if (posix_memalign(&lines, 128, sizeof(worker))) return NULL; /* prevents false sharing */
  worker* const w = lines;
  memset(w, 0, sizeof *w);
  w->home = -1;
  w->spins = pool.spins;
  pthread_mutex_init(&w->lock, NULL);
  pthread_cond_init(&w->offered, NULL);
  pthread_cond_init(&w->idle, NULL);
  sigset_t all, before; /* signals are for the threads of the program */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int failure = pthread_create(&w->thread, NULL, work, w);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure) {
    free(w);
    return NULL;
  }
  pthread_detach(w->thread);
#ifdef __linux__
  bind(w, -1);
#endif
  pool.workers++;
  return w;
}

/* Takes up to `wanted` idle workers. Starts workers up to the limit of the pool: the number of processors besides
   the caller's, or `wanted` if larger. */
static worker* take_team(int32_t wanted) {
  worker* team = NULL;
  pthread_mutex_lock(&pool_lock);
  make_ready();
#ifdef __linux__
  const int callers = index_of(sched_getcpu()), most = pool.count - 1 > wanted ? pool.count - 1 : wanted;
#else
  const int most = wanted;
#endif
  for (int32_t n = 0; n < wanted; n++) {
    worker* const w = pool.waiting ? pool.waiting : pool.workers < most ? start_worker() : NULL;
    if (!w) break;
    if (w == pool.waiting) pool.waiting = w->next;
#ifdef __linux__
    keep_apart(w, callers);
    __atomic_store_n(&w->spins, pool.spins && pool.workers < pool.count, __ATOMIC_RELAXED);
#endif
    w->next = team;
    team = w;
  }
  pthread_mutex_unlock(&pool_lock);
  return team;
}

static void give_back(worker* team) {
  if (!team) return;
  pthread_mutex_lock(&pool_lock);
  while (team) {
    worker* const w = team;
    team = w->next;
    w->next = pool.waiting;
    pool.waiting = w;
#ifdef __linux__
    if (w->home >= 0) pool.processors[w->home].taken = false;
#endif
  }
  pthread_mutex_unlock(&pool_lock);
}

/* weak: a program with several copies uses one */
__attribute__((weak)) void stardust_parallel(int32_t threads, void (*region)(void* loop), void* loop) {
  worker* const team = take_team(threads - 1);
  for (worker* w = team; w; w = w->next) offer(w, region, loop);
  region(loop);
  for (worker* w = team; w; w = w->next) take_back(w);
  give_back(team);
}
