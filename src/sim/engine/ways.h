// How long elements are on their way from unit to unit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/engine/cycle.h"

namespace stardust::sim {

/// A way for each channel: so many cycles, and links that other channels use too, in front of which an element may have
/// to wait.
class Ways {
 public:
  std::size_t size() const { return routes_.size(); }
  /// The way of the next channel.
  void add(Cycle way) { routes_.push_back({way, 0, 0}); }
  /// A link that carries so many elements a cycle; its number.
  std::uint32_t addLink(Cycle lanes) {
    links_.push_back({lanes});
    return static_cast<std::uint32_t>(links_.size() - 1);
  }
  /// The links on the way of a channel.
  void share(ChannelId channel, const std::vector<std::uint32_t>& links) {
    routes_[channel].sharedBegin = static_cast<std::uint32_t>(shared_.size());
    shared_.insert(shared_.end(), links.begin(), links.end());
    routes_[channel].sharedEnd = static_cast<std::uint32_t>(shared_.size());
  }
  Cycle way(ChannelId channel) const { return routes_[channel].way; }

  /// When an element arrives that was put into the channel in cycle `now`, and leaves its unit at `leaves`. A link
  /// sends in the order of `now`: pipelines only shift that. Of several busy links on a route the busiest counts, since
  /// what has waited in front of one comes to the others that late.
  Cycle arrival(ChannelId channel, Cycle leaves, Cycle now) {
    const auto& route = routes_[channel];
    auto arrival = leaves + route.way;
    if (route.sharedBegin != route.sharedEnd) arrival += waiting(route, now);
    return arrival;
  }

 private:
  struct Route {
    Cycle way;
    std::uint32_t sharedBegin, sharedEnd;  // in shared_
  };
  struct Link {
    Cycle lanes;
    Cycle next = 0;  // sending: number `next` × 1/lanes of a cycle is the first free one
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

  std::vector<Route> routes_;  // by channel
  std::vector<Link> links_;
  std::vector<std::uint32_t> shared_;
};

}  // namespace stardust::sim
