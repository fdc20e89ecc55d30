// Ctrl-C during long work.
#pragma once

#include <atomic>
#include <functional>

namespace stardust::python {

/// Runs `work` on another thread while this one, the main thread of Python, handles signals; a handler that raises an
/// exception sets `cancelled`. Then `work` is awaited if it is `polling`; work that does not look at `cancelled` ends
/// by itself later, and its result is lost. On other threads, `work` runs here. The caller has the GIL, and `work` runs
/// without it; it owns all that it needs. Throws what `work` throws, or the exception of Python.
void runInterruptibly(std::function<void(const std::atomic<bool>& cancelled)> work, bool polling);

}  // namespace stardust::python
