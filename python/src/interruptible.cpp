#include "interruptible.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

namespace stardust::python {
namespace {

namespace nb = nanobind;

constexpr std::chrono::milliseconds betweenLooks{20};  // for signals

struct Shared {
  std::mutex mutex;
  std::condition_variable changed;
  bool isDone = false;
  std::exception_ptr failure;
  std::atomic<bool> cancelled{false};
};

bool isMainThread() {
  const nb::object threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

}  // namespace

void runInterruptibly(std::function<void(const std::atomic<bool>&)> work, bool polling) {
  const auto shared = std::make_shared<Shared>();
  if (!isMainThread()) {
    nb::gil_scoped_release release;
    return work(shared->cancelled);
  }
  std::thread worker([shared, work = std::move(work)]() mutable {
    std::exception_ptr failure;
    try {
      work(shared->cancelled);
    } catch (...) {
      failure = std::current_exception();
    }
    work = nullptr;  // before the end is told: it may own objects of Python
    const std::lock_guard lock(shared->mutex);
    shared->failure = failure;
    shared->isDone = true;
    shared->changed.notify_all();
  });
  const auto wait = [&](bool forSignals) {
    nb::gil_scoped_release release;
    std::unique_lock lock(shared->mutex);
    const auto isDone = [&] { return shared->isDone; };
    if (!forSignals) shared->changed.wait(lock, isDone);
    return shared->changed.wait_for(lock, betweenLooks, isDone);
  };
  while (!wait(true)) {
    if (PyErr_CheckSignals() == 0) continue;
    nb::python_error interrupt;
    shared->cancelled = true;
    if (polling) wait(false), worker.join();
    else worker.detach();
    throw interrupt;
  }
  worker.join();
  if (shared->failure) std::rethrow_exception(shared->failure);
}

}  // namespace stardust::python
