// How one access reaches its values: level by level, by the table of memories in plan.cpp's rows.
#pragma once

#include <vector>

#include "placement/loops.h"
#include "placement/plan.h"
#include "placement/staging.h"

namespace stardust::placement {

/// What the planner of an access may look at.
struct Context {
  const LoopTree& tree;
  const Limits& limits;
  const std::vector<StagingRequest>& requests;
  int outerPar;
};

AccessPlan planOperand(const Context& context, const Use& use);
/// `operands` are planned already: a compressed result takes its structure from one of them.
AccessPlan planResult(const Context& context, const Use& use, const std::vector<AccessPlan>& operands);

}  // namespace stardust::placement
