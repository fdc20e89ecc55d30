// The units of the simulator: one for each kind of block.
#pragma once

#include <memory>

#include "sim/sam/memory.h"
#include "sim/sam/unit.h"

namespace stardust::sim_sam {

/// Facts that units share.
struct Context {
  const sam::Graph& graph;
  const sam::Operands& operands;
  const sam::Machine& machine;
  ValueType type;
  sam::Arithmetic arithmetic;
  Memory& memory;
  sam::Written& written;
};

std::unique_ptr<Unit> makeUnit(const sam::Block& block, const Context& context);

}  // namespace stardust::sim_sam
