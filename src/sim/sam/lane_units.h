// Forks and joins of parallel lanes.
#pragma once

#include <vector>

#include "sim/sam/unit.h"

namespace stardust::sim_sam {

/// A token in each step: a stop and D to all lanes, another one to the next lane.
class ForkUnit : public Unit {
 public:
  int step() override;

 private:
  std::size_t lane_ = 0;
};

/// A token of one lane in each step. It takes a coordinate of `outer` with the last token of its fiber, and looks at
/// the one that follows, which says whether a stop is its own. A stop of `outer` takes the lone stops of lanes without
/// a fiber. Without `outer`, the fibers of the lanes follow each other in turn.
class JoinUnit : public Unit {
 public:
  explicit JoinUnit(const sam::Block& join);
  int step() override;
  bool countsTakes() const override { return false; }

 private:
  int stepAtOuter();
  int stepInTurn();
  int endOuterFiber();
  int endAll();
  bool endsFiber(const Token& token) const { return token.isStop() && token.bits >= levels_ - 1; }
  void next() { lane_ = (lane_ + 1) % lanes_.size(); }

  std::vector<std::size_t> lanes_;  // their inputs
  std::vector<bool> hasFiber_;      // in the current outer fiber
  bool hasOuter_;
  std::int64_t levels_;
  std::size_t lane_ = 0;
  bool mustStop_ = false;  // the fiber has ended; its stop needs the outer token that follows
};

}  // namespace stardust::sim_sam
