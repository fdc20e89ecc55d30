#include "sim/capstan/network.h"

#include <algorithm>

namespace stardust::sim {

using capstan::Cell;
using capstan::Id;
using capstan::NetworkModel;
using capstan::Role;

namespace {

/// The contexts that iterate over one bit vector contain its scanning counters, so nothing is sent.
bool isLocal(const capstan::Mapping& mapping, const capstan::Channel& channel) {
  if (channel.producer == capstan::none) return true;
  const auto& producer = mapping.contexts[channel.producer];
  return producer.role == capstan::Role::Scan && producer.vectors.size() == 1;
}

// The contexts that read and write an SRAM are in its PMU. Their tokens stay there; only words travel. A token that
// follows words of a compute context travels with them.

/// The token reports that a load has filled a buffer; the words took the load's route.
bool isFilled(const capstan::Mapping& mapping, const capstan::Channel& token) {
  return mapping.contexts[token.producer].role == Role::Load;
}
/// The token reports that a buffer was read.
bool isFreed(const capstan::Mapping& mapping, const capstan::Channel& token) {
  const auto role = mapping.contexts[token.producer].role;
  return role == Role::SramRead || role == Role::Store;
}

/// The links of a channel, each once: cell × 4 + direction.
class Tree {
 public:
  explicit Tree(int columns) : stride_(columns + 2) {}

  std::vector<std::size_t> links(const capstan::Channel& channel, const capstan::Placement& placement) {
    found_.clear();
    const auto from = placement.exit(channel.producer);
    for (const Id consumer : channel.consumers) route(from, placement.entry(consumer));
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return found_;
  }

 private:
  void route(Cell at, Cell to) {
    for (; at.column != to.column; at.column += to.column > at.column ? 1 : -1) pass(at, to.column > at.column ? 0 : 1);
    for (; at.row != to.row; at.row += to.row > at.row ? 1 : -1) pass(at, to.row > at.row ? 2 : 3);
  }
  void pass(Cell at, int direction) {
    found_.push_back(static_cast<std::size_t>((at.row * stride_ + at.column + 1) * 4 + direction));
  }

  int stride_;
  std::vector<std::size_t> found_;
};

}  // namespace

Network::Network(const capstan::Mapping& mapping, const capstan::Machine& machine, NetworkModel model)
    : Network(mapping, capstan::place(mapping, machine), machine, model) {}

Network::Network(const capstan::Mapping& mapping, const capstan::Placement& placement, const capstan::Machine& machine,
                 NetworkModel model) {
  const auto latencyOver = [&](Cell from, Cell to) {
    return Cycle{machine.network.fixedCycles} + Cycle{machine.network.hopCycles} * hops(from, to);
  };
  for (const auto& chain : placement.chains) {
    Cycle sum = 0;
    for (std::size_t i = 1; i < chain.size(); ++i) {
      sum += latencyOver(placement.units[chain[i - 1]].cell, placement.units[chain[i]].cell);
    }
    inside_.push_back(sum);
  }
  std::vector<Cycle> latencies(mapping.channels.size());
  for (std::size_t id = 0; id < mapping.channels.size(); ++id) {
    const auto& channel = mapping.channels[id];
    if (isLocal(mapping, channel)) continue;
    auto& longest = latencies[id];
    const auto from = placement.exit(channel.producer);
    for (const Id later : channel.laterProducers) {  // elements stay in order: all take the route of the farthest
      for (const Id consumer : channel.consumers)
        longest = std::max(longest, latencyOver(placement.exit(later), placement.entry(consumer)));
    }
    for (const Id consumer : channel.consumers) {
      const bool isRead = mapping.contexts[consumer].role == Role::SramRead;
      if (channel.memory == capstan::none) {
        longest = std::max(longest, latencyOver(from, placement.entry(consumer)));
      } else if (const auto latency = latencyOver(from, placement.exit(consumer));
                 isFilled(mapping, channel) && isRead) {
        inside_[channel.producer] = std::max(inside_[channel.producer], latency);
      } else if (!isFreed(mapping, channel)) {
        longest = std::max(longest, latency);
      }
    }
  }
  for (std::size_t id = 0; id < mapping.channels.size(); ++id) {
    const auto producer = mapping.channels[id].producer;
    registers_.push_back(latencies[id] + (producer == capstan::none ? 0 : inside_[producer]));
  }
  for (const auto latency : latencies) routes_.add(model == NetworkModel::Ideal ? 0 : latency);
  if (model == NetworkModel::Hybrid) share(mapping, placement, machine);
  if (model == NetworkModel::Ideal) std::fill(inside_.begin(), inside_.end(), 0);
}

/// A channel sends at most once per cycle, so a link is contended only if it has more channels than lanes.
void Network::share(const capstan::Mapping& mapping, const capstan::Placement& placement,
                    const capstan::Machine& machine) {
  using Kind = capstan::Channel::Kind;
  Tree tree(placement.columns);
  const auto cells = static_cast<std::size_t>(placement.rows) * static_cast<std::size_t>(placement.columns + 2);
  for (const bool isVector : {true, false}) {
    const int lanes = isVector ? machine.network.vectorLinks : machine.network.scalarLinks;
    const auto isSent = [&](const capstan::Channel& c) {
      return !isLocal(mapping, c) && c.kind != Kind::Token && (c.inWidth > 1) == isVector;
    };
    std::vector<int> users(cells * 4);
    for (const auto& channel : mapping.channels) {
      if (!isSent(channel)) continue;
      for (const auto link : tree.links(channel, placement)) ++users[link];
    }
    std::vector<std::uint32_t> number(users.size());
    for (std::size_t link = 0; link < users.size(); ++link) {
      if (users[link] <= lanes) continue;
      number[link] = routes_.addLink(lanes);
    }
    for (std::size_t id = 0; id < mapping.channels.size(); ++id) {
      if (!isSent(mapping.channels[id])) continue;
      std::vector<std::uint32_t> shared;
      for (const auto link : tree.links(mapping.channels[id], placement)) {
        if (users[link] > lanes) shared.push_back(number[link]);
      }
      routes_.share(static_cast<ChannelId>(id), shared);
    }
  }
}

}  // namespace stardust::sim
