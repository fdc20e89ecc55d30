#include "sim/sam/memory.h"

namespace stardust::sim_sam {

Cycle MemoryUnit::readyAt(std::int64_t byte) {
  if (byte < 0) return 0;
  const std::int64_t line = byte / memory_.parameters().lineBytes;
  auto& held = lines_[static_cast<std::size_t>(line) % lines_.size()];
  if (held == line) return 0;
  held = line;
  return memory_.access(clock->now());
}

void MemoryUnit::deliver(const Token& first, const Token& second, std::int64_t byte) {
  if (memory_.exists()) {
    pending_.push_back({readyAt(byte), {first, second}});
    underWay_ += pending_.back().ready > 0;
    return;
  }
  give(0, first);
  if (out.size() > 1) give(1, second);
}

int MemoryUnit::step() {
  if (!memory_.exists()) return advance();
  const Cycle now = clock->now();
  bool gave = false;
  if (!pending_.empty() && pending_.front().ready < now) {
    const Pending next = pending_.front();
    pending_.pop_front();
    underWay_ -= next.ready > 0;
    give(0, next.tokens[0]);
    if (out.size() > 1) give(1, next.tokens[1]);
    gave = true;
  }
  const bool isBusy = underWay_ >= memory_.parameters().outstanding;
  const int outcome = isBusy || isComplete_ ? sleeps : advance();
  // It ends with its last token, and not with its last access.
  isComplete_ = isComplete_ || isEnded;
  isEnded = isComplete_ && pending_.empty();
  if (gave || outcome == worked) return worked;
  if (pending_.empty()) return outcome;
  clock->wakeAt(place, std::max(now + 1, pending_.front().ready + 1));
  return sleeps;
}

}  // namespace stardust::sim_sam
