// Tokens that keep the uses of a memory in program order, and multi-buffering.
#include <algorithm>

#include "capstan/mapper.h"
#include "spatial/syntax.h"

namespace stardust::capstan {

namespace {

/// How many loops two contexts have in common, and whether they then are in different copies of one loop.
struct Common {
  Id level;
  bool areSiblings;
};

Common common(const Context& a, const Context& b) {
  const auto most = std::min(a.levels.size(), b.levels.size());
  for (std::size_t i = 0; i < most; ++i) {
    if (a.levels[i].loop != b.levels[i].loop) return {static_cast<Id>(i), false};
    if (a.levels[i].copy != b.levels[i].copy) return {static_cast<Id>(i), true};
  }
  return {static_cast<Id>(most), false};
}

}  // namespace

void Mapper::token(Id from, Id to, Id level, Id initial, const Origin& origin) {
  Channel channel{Channel::Kind::Token, origin};
  channel.depth = static_cast<Id>(machine_.fifo.scalarDepth) + initial;
  channel.initial = initial;
  channel.producer = from;
  channel.consumers.push_back(to);
  const auto id = newChannel(std::move(channel));
  builders_[from]->context.outputs.push_back({Output::Kind::Token, id, level, 0, {}, {}, 0});
  // A load asks DRAM for the next tile while readers still hold the buffer it will go to.
  auto& context = builders_[to]->context;
  auto& waits = initial > 0 && context.role == Role::Load ? context.grants : context.inputs;
  waits.push_back({Input::Kind::Token, id, 0, level, 0, builders_[to]->fresh(level)});
}

void Mapper::orderPair(const MemoryUse& first, const MemoryUse& second) {
  if (!first.isWrite && !second.isWrite) return;
  const auto& a = builders_[first.context]->context;
  const auto& b = builders_[second.context]->context;
  if (first.context == second.context) return;
  const auto [level, areSiblings] = common(a, b);
  if (areSiblings) return;
  if (first.isDram) {
    // A store goes before a later load of the same array; other orders are the program's to ensure (rule 34).
    if (first.isWrite && !second.isWrite) token(first.context, second.context, level, 0, a.origin);
    return;
  }
  auto& memory = mapping.memories[first.memory];
  const bool isUnordered = a.access == Access::Combine && b.access == Access::Combine && a.combine == b.combine;
  if (isUnordered && !a.isOrdered) return;
  token(first.context, second.context, level, 0, memory.origin);
  if (level == 0) return;
  const bool isFresh = level == memory.level;  // each iteration has new contents, so that several may be in flight
  const bool isBuffered = isFresh && !spatial::syntax::isSparse(memory.kind);
  if (isBuffered) {
    const auto distance = b.stages[level] - a.stages[level];
    memory.buffers = std::max({memory.buffers, distance + 1, Id{2}});
  }
  token(second.context, first.context, level, isBuffered ? none : 1, memory.origin);  // credits of buffers: size()
}

void Mapper::order() {
  std::stable_sort(uses_.begin(), uses_.end(), [](const MemoryUse& a, const MemoryUse& b) {
    return std::pair(a.isDram, a.memory) < std::pair(b.isDram, b.memory);
  });
  for (std::size_t begin = 0; begin < uses_.size();) {
    auto end = begin;
    while (end < uses_.size() && uses_[end].memory == uses_[begin].memory && uses_[end].isDram == uses_[begin].isDram) {
      ++end;
    }
    const auto firstChannel = mapping.channels.size();
    for (auto i = begin; i < end; ++i) {
      for (auto j = i + 1; j < end; ++j) orderPair(uses_[i], uses_[j]);
    }
    if (!uses_[begin].isDram) {
      for (auto c = firstChannel; c < mapping.channels.size(); ++c) {
        auto& channel = mapping.channels[c];
        if (channel.initial != none) continue;
        channel.initial = mapping.memories[uses_[begin].memory].buffers;
        channel.depth = static_cast<Id>(machine_.fifo.scalarDepth) + channel.initial;
      }
    }
    begin = end;
  }
}

/// A FIFO that nobody fills or empties would stop the program; say so before it runs.
void Mapper::size() {
  for (auto& channel : mapping.channels) {
    if (channel.kind != Channel::Kind::Fifo || channel.consumers.empty() == (channel.producer == none)) continue;
    failUser("FIFO " + channel.origin.name + (channel.consumers.empty() ? " is never read" : " is never written"),
             channel.origin.where);
  }
}

}  // namespace stardust::capstan
