// The ways between units: static routes over the switches of the grid, one for each channel.
#pragma once

#include <vector>

#include "capstan/machine/machine.h"
#include "capstan/placement/placement.h"
#include "sim/engine/ways.h"

namespace stardust::sim {

/// A channel's elements take `fixedCycles` and `hopCycles` for each switch: first along the row, then along the column.
/// A broadcast is a tree of such routes, and arrives everywhere when it arrives at the farthest reader. In the hybrid
/// model a link carries `vectorLinks` vectors and, apart from these, `scalarLinks` words a cycle; what comes while it
/// is busy waits in front of it. Tokens have wires of their own.
class Network {
 public:
  /// Ideal: no way takes any time.
  Network(const capstan::Mapping& mapping, const capstan::Machine& machine, capstan::NetworkModel model);
  /// The same with a given placement.
  Network(const capstan::Mapping& mapping, const capstan::Placement& placement, const capstan::Machine& machine,
          capstan::NetworkModel model);

  /// Cycles between the units of one context; of a load into an SRAM: from its address generator to the farthest copy.
  Cycle inside(capstan::Id context) const { return inside_[context]; }
  /// Cycles from the producer of a channel to its farthest reader.
  Cycle way(capstan::Id channel) const { return ways_.way(channel); }
  /// The ways of all channels, with the links that several of them share.
  const Ways& ways() const { return ways_; }
  /// Elements that the registers on the way of a channel, and between the units of its producer, hold: those of the
  /// placed machine also where nothing takes time, or the ideal would be the poorer for want of them.
  Cycle registers(capstan::Id channel) const { return registers_[channel]; }

 private:
  void share(const capstan::Mapping& mapping, const capstan::Placement& placement, const capstan::Machine& machine);

  std::vector<Cycle> inside_;     // by context
  std::vector<Cycle> registers_;  // by channel
  Ways ways_;
};

}  // namespace stardust::sim
