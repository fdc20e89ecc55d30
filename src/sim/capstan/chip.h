// State shared by the units of a Capstan, besides the engine: the machine, the mapped program, and the words of its
// memories.
#pragma once

#include <cstdint>
#include <vector>

#include "capstan/machine/machine.h"
#include "capstan/mapping/graph.h"
#include "sim/capstan/network.h"
#include "sim/capstan/store.h"

namespace stardust::sim {

/// Latencies of units, in cycles.
struct Delays {
  Cycle pipeline, reduce, address, spmu, shuffle, ag;
};

struct Chip {
  /// `isIdeal`: no network delay, whatever the machine's model.
  Chip(const capstan::Mapping& theMapping, const capstan::Machine& theMachine, bool isIdeal);

  const capstan::Mapping& mapping;
  const capstan::Machine& machine;
  const Network network;
  const Delays delays;
  std::vector<Store> memories, drams;    ///< indexed by number in the mapping
  std::vector<std::uint64_t> dramBases;  ///< byte addresses
};

}  // namespace stardust::sim
