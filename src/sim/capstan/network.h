// Routes between units: static routes over the switches of the grid, one for each channel.
#pragma once

#include <vector>

#include "capstan/machine/machine.h"
#include "capstan/placement/placement.h"
#include "sim/engine/routes.h"

namespace stardust::sim {

/// The latency of a channel is `fixedCycles` plus `hopCycles` for each switch, first along the row, then along the
/// column. A broadcast is a tree of such routes; it arrives at all readers when it arrives at the farthest. In the
/// hybrid model a link carries `vectorLinks` vectors per cycle, and separately `scalarLinks` words; elements that find
/// it busy wait in front of it. Tokens have wires of their own.
class Network {
 public:
  /// Ideal: every route takes no time.
  Network(const capstan::Mapping& mapping, const capstan::Machine& machine, capstan::NetworkModel model);
  /// The same with a given placement.
  Network(const capstan::Mapping& mapping, const capstan::Placement& placement, const capstan::Machine& machine,
          capstan::NetworkModel model);

  /// Cycles between the units of one context. For a load into an SRAM: from its address generator to the farthest copy.
  Cycle inside(capstan::Id context) const { return inside_[context]; }
  /// Cycles from the producer of a channel to its farthest reader.
  Cycle latency(capstan::Id channel) const { return routes_.latency(channel); }
  /// The routes of all channels, with the links that several of them share.
  const Routes& routes() const { return routes_; }
  /// Capacity of the registers on the route of a channel, and between the units of its producer. The ideal network has
  /// the registers of the placed machine, too; otherwise it could be slower for lack of buffering.
  Cycle registers(capstan::Id channel) const { return registers_[channel]; }

 private:
  void share(const capstan::Mapping& mapping, const capstan::Placement& placement, const capstan::Machine& machine);

  std::vector<Cycle> inside_;     // indexed by context
  std::vector<Cycle> registers_;  // indexed by channel
  Routes routes_;
};

}  // namespace stardust::sim
