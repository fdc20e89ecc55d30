// The order of updates of one memory by several bodies of a loop.
#pragma once

#include <vector>

#include "sim/engine/engine.h"

namespace stardust::sim {

/// Makes the bodies of one copied loop access a memory in iteration order: body b has the iterations b, b + copies, ...
class IterationOrder {
 public:
  /// Registers an access of a body. Returns its number.
  std::size_t add(Unit& unit, std::size_t body);
  bool has(std::size_t access) const { return accesses_[access].body == turn_ && !accesses_[access].hasPassed; }
  /// Whether the access had the turn before this cycle, and has it still.
  bool mayGo(std::size_t access, Cycle now) const { return movedAt_ < now && has(access); }
  /// Reports that the access has completed an iteration of the loop; `isLast`: its body has no further one before the
  /// loop starts again. When all accesses of the body have completed it, the turn passes on, and the accesses that get
  /// it are woken.
  void pass(Engine& engine, std::size_t access, bool isLast, Cycle now);

 private:
  struct Access {
    Unit* unit;
    std::size_t body;
    bool hasPassed;
  };
  void goOn(Cycle now);

  std::vector<Access> accesses_;
  std::vector<bool> isDone_;  // indexed by body
  std::size_t turn_ = 0;
  Cycle movedAt_ = -1;
};

}  // namespace stardust::sim
