// Latencies and contention on the routes between units.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/engine/cycle.h"

namespace stardust::sim {

/// A route for each channel: a latency, and links shared with other channels, in front of which an element may wait.
class Routes {
 public:
  std::size_t size() const { return routes_.size(); }
  /// Adds the next channel's route.
  void add(Cycle latency) { routes_.push_back({latency, 0, 0}); }
  /// Adds a link that carries `lanes` elements per cycle. Returns its number.
  std::uint32_t addLink(Cycle lanes) {
    links_.push_back({lanes});
    return static_cast<std::uint32_t>(links_.size() - 1);
  }
  /// Sets the links on the route of a channel.
  void share(ChannelId channel, const std::vector<std::uint32_t>& links) {
    routes_[channel].sharedBegin = static_cast<std::uint32_t>(shared_.size());
    shared_.insert(shared_.end(), links.begin(), links.end());
    routes_[channel].sharedEnd = static_cast<std::uint32_t>(shared_.size());
  }
  Cycle latency(ChannelId channel) const { return routes_[channel].latency; }

  /// The arrival cycle of an element that is put into the channel in cycle `now` and leaves its unit at `leaves`. A
  /// link sends in the order of `now`; pipelines only shift it. Of several busy links on a route only the busiest
  /// counts, because its delay covers the waits at the others.
  Cycle arrival(ChannelId channel, Cycle leaves, Cycle now) {
    const auto& route = routes_[channel];
    auto arrival = leaves + route.latency;
    if (route.sharedBegin != route.sharedEnd) arrival += waiting(route, now);
    return arrival;
  }

 private:
  struct Route {
    Cycle latency;
    std::uint32_t sharedBegin, sharedEnd;  // range in shared_
  };
  struct Link {
    Cycle lanes;
    Cycle next = 0;  // number of the first free slot; a slot is 1/lanes of a cycle
  };
  Cycle waiting(const Route& route, Cycle now) {
    Cycle longest = 0;
    for (auto i = route.sharedBegin; i < route.sharedEnd; ++i) {
      auto& link = links_[shared_[i]];
      link.next = std::max(link.next, now * link.lanes);
      longest = std::max(longest, link.next++ / link.lanes - now);
    }
    return longest;
  }

  std::vector<Route> routes_;  // indexed by channel
  std::vector<Link> links_;
  std::vector<std::uint32_t> shared_;
};

}  // namespace stardust::sim
