// The ways between units: static routes over the switches of the grid, one for each channel.
#pragma once

#include <vector>

#include "capstan/machine/machine.h"
#include "capstan/placement.h"
#include "sim/dram/dram.h"

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
  Cycle way(capstan::Id channel) const { return routes_[channel].way; }
  /// Elements that the registers on the way of a channel, and between the units of its producer, hold: those of the
  /// placed machine also where nothing takes time, or the ideal would be the poorer for want of them.
  Cycle registers(capstan::Id channel) const { return registers_[channel]; }

  /// When an element arrives that was put into the channel in cycle `now`, and leaves its unit at `leaves`. A link
  /// sends in the order of `now`: pipelines only shift that. Of several busy links on a route the busiest counts, since
  /// what has waited in front of one comes to the others that late.
  Cycle arrival(capstan::Id channel, Cycle leaves, Cycle now) {
    const auto& route = routes_[channel];
    auto arrival = leaves + route.way;
    if (route.sharedBegin != route.sharedEnd) arrival += waiting(route, now);
    return arrival;
  }

 private:
  struct Route {
    Cycle way = 0;
    std::uint32_t sharedBegin = 0, sharedEnd = 0;  ///< in shared_: links that others use too, more than it has lanes
  };
  struct Link {
    Cycle lanes;
    Cycle next = 0;  ///< sending: number `next` × 1/lanes of a cycle is the first free one
  };
  void share(const capstan::Mapping& mapping, const capstan::Placement& placement, const capstan::Machine& machine);
  Cycle waiting(const Route& route, Cycle now);

  std::vector<Cycle> inside_;     // by context
  std::vector<Cycle> registers_;  // by channel
  std::vector<Route> routes_;     // by channel
  std::vector<Link> links_;       // the shared ones
  std::vector<std::uint32_t> shared_;
};

}  // namespace stardust::sim
