#include "sim/capstan/iteration_order.h"

#include <algorithm>

namespace stardust::sim {

std::size_t IterationOrder::add(Unit& unit, std::size_t body) {
  isDone_.resize(std::max(isDone_.size(), body + 1));
  accesses_.push_back({&unit, body, false});
  return accesses_.size() - 1;
}

void IterationOrder::pass(Engine& engine, std::size_t access, bool isLast, Cycle now) {
  accesses_[access].hasPassed = true;
  if (isLast) isDone_[turn_] = true;
  if (std::any_of(accesses_.begin(), accesses_.end(), [&](const Access& a) { return a.body == turn_ && !a.hasPassed; }))
    return;
  goOn(now);
  for (auto& a : accesses_) {
    if (a.body != turn_) continue;
    a.hasPassed = false;
    engine.wake(a.unit->id, now + 1);
  }
}

/// Bodies without a next iteration are skipped, until all have ended; then the loop starts again.
void IterationOrder::goOn(Cycle now) {
  movedAt_ = now;
  if (std::all_of(isDone_.begin(), isDone_.end(), [](bool isDone) { return isDone; })) {
    isDone_.assign(isDone_.size(), false);
    turn_ = 0;
    return;
  }
  do {
    turn_ = (turn_ + 1) % isDone_.size();
  } while (isDone_[turn_]);
}

}  // namespace stardust::sim
