#include "spares.h"

#include <algorithm>

#include "support/one_owner.h"

namespace stardust::python {
void Spares::note(const Kernel& kernel, const StorageView& view, Held& held) {
  std::size_t bytes = view.stored() * rowOf(view.type()).bytes;
  for (const LevelView& level : view.levels)
    bytes +=
        level.pos.size() * sizeof(std::int64_t) + level.crd.size() * sizeof(std::int32_t) + level.bits.size_bytes();
  held.bytes = bytes;
  if (bytes >= leastBytes) kernel.noteLargeResult();
}

std::shared_ptr<Held> Spares::take(const std::shared_ptr<const Kernel>& kernel) {
  if (!kernel->hasLargeResults()) return std::make_shared<Held>();
  std::unique_ptr<Held> held;
  const std::weak_ptr<const Kernel> weak = kernel;
  {
    const std::lock_guard lock(mutex_);
    const auto at =
        std::find_if(spares_.begin(), spares_.end(), [&](const Spare& s) { return haveOneOwner(s.kernel, weak); });
    if (at != spares_.end()) {
      held = std::move(at->held);
      bytes_ -= at->bytes;
      spares_.erase(at);
    }
  }
  if (!held) held = std::make_unique<Held>();
  return {held.release(), [weak, spares = weak_from_this()](Held* dropped) {
            std::unique_ptr<Held> owned(dropped);
            if (owned->bytes < leastBytes || owned->bytes > mostBytes) return;
            if (const auto all = spares.lock(); all && !weak.expired()) all->keep(weak, std::move(owned));
          }};
}

void Spares::keep(const std::weak_ptr<const Kernel>& kernel, std::unique_ptr<Held> held) {
  const std::size_t bytes = held->bytes;
  std::list<Spare> freed;  // after the lock
  const std::lock_guard lock(mutex_);
  const auto drop = [&](std::list<Spare>::iterator at) {
    bytes_ -= at->bytes;
    freed.splice(freed.end(), spares_, at);
  };
  for (auto at = spares_.begin(); at != spares_.end();) {
    const auto next = std::next(at);
    if (at->kernel.expired() || haveOneOwner(at->kernel, kernel)) drop(at);
    at = next;
  }
  bytes_ += bytes;
  spares_.push_front({kernel, std::move(held), bytes});
  while (bytes_ > mostBytes) drop(std::prev(spares_.end()));
}

void Spares::clear() {
  std::list<Spare> freed;
  const std::lock_guard lock(mutex_);
  freed.swap(spares_);
  bytes_ = 0;
}

}  // namespace stardust::python
