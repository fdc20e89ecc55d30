// The thread pool shared by kernels.
#include <doctest/doctest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "backend/cpu/c_text.h"
#include "backend/cpu/process.h"
#include "backend/cpu/runtime/stardust_threads.h"
#include "backend/cpu/temporary_directory.h"

using namespace stardust;

namespace {

/// A parallel loop as in kernels: every part is counted.
struct Parts {
  explicit Parts(int count) : counts(static_cast<std::size_t>(count)) {}
  std::vector<std::atomic<int>> counts;
  std::atomic<std::size_t> next{0};

  bool eachOnce() const {
    return std::all_of(counts.begin(), counts.end(), [](const std::atomic<int>& count) { return count == 1; });
  }
};

void countParts(void* loop) {
  auto& parts = *static_cast<Parts*>(loop);
  for (std::size_t n; (n = parts.next++) < parts.counts.size();) ++parts.counts[n];
}

bool runsEachOnce(std::int32_t threads, int parts) {
  Parts loop(parts);
  stardust_parallel(threads, countParts, &loop);
  return loop.eachOnce();
}

/// Each call waits in the region until all have arrived, so that each has a thread of its own.
struct Meeting {
  explicit Meeting(int calls) : expected(calls) {}
  int expected;
  std::thread::id caller = std::this_thread::get_id();
  std::atomic<int> arrived{0};
  std::mutex lock;
  std::set<std::thread::id> threads;
  std::vector<cpu_set_t> processorsOfOthers;
};

cpu_set_t processorsOfThisThread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  pthread_getaffinity_np(pthread_self(), sizeof set, &set);
  return set;
}

void meet(void* loop) {
  auto& meeting = *static_cast<Meeting*>(loop);
  {
    const std::lock_guard<std::mutex> held(meeting.lock);
    meeting.threads.insert(std::this_thread::get_id());
    if (std::this_thread::get_id() != meeting.caller) meeting.processorsOfOthers.push_back(processorsOfThisThread());
  }
  ++meeting.arrived;
  while (meeting.arrived < meeting.expected) std::this_thread::yield();
}

}  // namespace

TEST_CASE("every part runs once, with any numbers of threads and parts") {
  for (const std::int32_t threads : {1, 2, 3, 8})
    for (const int parts : {0, 1, 2, 7, 1000}) {
      CAPTURE(threads);
      CAPTURE(parts);
      for (int n = 0; n < 20; ++n) REQUIRE(runsEachOnce(threads, parts));
    }
}

TEST_CASE("threads are there at the same time, and stay for the next call") {
  std::set<std::thread::id> seen;
  for (int n = 0; n < 50; ++n) {
    Meeting meeting(4);
    stardust_parallel(4, meet, &meeting);
    CHECK(meeting.threads.size() == 4);
    seen.insert(meeting.threads.begin(), meeting.threads.end());
  }
  CHECK(seen.size() < 50);
}

TEST_CASE("calls from several threads at once") {
  std::vector<std::thread> hosts;
  std::atomic<int> right{0};
  for (int host = 0; host < 6; ++host)
    hosts.emplace_back([&] {
      for (int n = 0; n < 200; ++n) right += runsEachOnce(1 + n % 4, n);
    });
  for (std::thread& host : hosts) host.join();
  CHECK(right == 6 * 200);
}

TEST_CASE("the threads of a call are bound to distinct processors, and the calling thread to none") {
  const cpu_set_t before = processorsOfThisThread();
  const int processors = CPU_COUNT(&before);
  Meeting meeting(processors);
  stardust_parallel(processors, meet, &meeting);
  cpu_set_t all;
  CPU_ZERO(&all);
  for (const cpu_set_t& set : meeting.processorsOfOthers) {
    CHECK(CPU_COUNT(&set) == 1);
    CPU_OR(&all, &all, &set);
  }
  CHECK(CPU_COUNT(&all) == processors - 1);
  const cpu_set_t after = processorsOfThisThread();
  CHECK(CPU_EQUAL(&before, &after));
}

TEST_CASE("threads do not inherit what a bound host thread may use") {
  const cpu_set_t allowed = processorsOfThisThread();
  if (CPU_COUNT(&allowed) < 2) return;
  std::thread host([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int n = 0; CPU_COUNT(&one) == 0; ++n)
      if (CPU_ISSET(n, &allowed)) CPU_SET(n, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
    Meeting meeting(2);
    stardust_parallel(2, meet, &meeting);
    cpu_set_t shared;
    CPU_AND(&shared, &one, &meeting.processorsOfOthers.at(0));
    CHECK(CPU_COUNT(&shared) == 0);
    const cpu_set_t after = processorsOfThisThread();
    CHECK(CPU_EQUAL(&one, &after));
  });
  host.join();
}

TEST_CASE("a child after fork has threads of its own") {
  REQUIRE(runsEachOnce(3, 100));  // so that the parent has threads
  const pid_t child = fork();
  if (child == 0) {
    Meeting meeting(3);
    stardust_parallel(3, meet, &meeting);
    _exit(meeting.threads.size() == 3 && runsEachOnce(3, 1000) ? 0 : 1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(runsEachOnce(3, 100));
}

// A separate program, because the environment is read once.
TEST_CASE("OMP_PROC_BIND=false binds no thread, and OMP_WAIT_POLICY=passive computes the same") {
  const cpu::TemporaryDirectory folder;
  for (const auto& [name, text] : cpu::threadsTexts()) std::ofstream(folder.file(name)) << text;
  std::ofstream(folder.file("main.c")) << R"(#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include "stardust_threads.h"
static int arrived, bound;
static void meet(void* loop) {
  cpu_set_t set;
  pthread_getaffinity_np(pthread_self(), sizeof set, &set);
  if (CPU_COUNT(&set) == 1) __atomic_fetch_add(&bound, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < *(int*)loop) sched_yield();
}
int main(void) {
  int threads = 2;
  stardust_parallel(threads, meet, &threads);
  printf("%d threads, %d bound", arrived, bound);
  return 0;
}
)";
  const auto built =
      cpu::run({"cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-o", folder.file("run"),
                folder.file("main.c"), folder.file("stardust_threads.c"), "-pthread"});
  REQUIRE_MESSAGE(built.succeeded(), built.output);
  const cpu_set_t allowed = processorsOfThisThread();
  const bool binds = CPU_COUNT(&allowed) > 1;
  const auto says = [&](const std::string& setting) {
    return cpu::run({"env", "-u", "OMP_PROC_BIND", "-u", "OMP_WAIT_POLICY", setting, folder.file("run")}).output;
  };
  CHECK(says("OMP_WAIT_POLICY=active") == (binds ? "2 threads, 1 bound" : "2 threads, 2 bound"));
  CHECK(says("OMP_WAIT_POLICY=PASSIVE") == (binds ? "2 threads, 1 bound" : "2 threads, 2 bound"));
  CHECK(says("OMP_PROC_BIND=false") == (binds ? "2 threads, 0 bound" : "2 threads, 2 bound"));
}
