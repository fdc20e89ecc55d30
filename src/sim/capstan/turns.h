// Ordered updates of one memory from several bodies of a loop.
#pragma once

#include <vector>

#include "sim/engine/engine.h"

namespace stardust::sim {

/// Lets the bodies of one copied loop carry out their accesses in the order of its iterations: body b has iterations b,
/// b + copies, ...
class Turns {
 public:
  /// An access of a body; its number.
  std::size_t add(Unit& unit, std::size_t body);
  bool has(std::size_t access) const { return accesses_[access].body == turn_ && !accesses_[access].hasPassed; }
  /// It has, and had it before this cycle.
  bool mayGo(std::size_t access, Cycle now) const { return movedAt_ < now && has(access); }
  /// The access is through with an iteration of the loop, `isLast`: its body has no other before the loop starts again.
  /// When all accesses of the body are, the turn goes on, and those that get it are woken.
  void pass(Engine& engine, std::size_t access, bool isLast, Cycle now);

 private:
  struct Access {
    Unit* unit;
    std::size_t body;
    bool hasPassed;
  };
  void goOn(Cycle now);

  std::vector<Access> accesses_;
  std::vector<bool> isDone_;  // by body
  std::size_t turn_ = 0;
  Cycle movedAt_ = -1;
};

}  // namespace stardust::sim
