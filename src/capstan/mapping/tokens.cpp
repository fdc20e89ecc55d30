#include "capstan/mapping/tokens.h"

#include <algorithm>

namespace stardust::capstan {
namespace {

/// Above this number of pairs, tokens pass through a join instead.
constexpr std::size_t mostPairs = 128;

}  // namespace

void Tokens::watch(const Uses& uses) {
  Id writer = none;
  std::vector<Id> readers;
  for (const auto& use : uses) {
    if (use.isWrite) writer = use.context;
    else readers.push_back(use.context);
  }
  if (array_.units.builder(readers.front()).context.watched != none) return;
  const auto channel = token(writer, readers, array_.context(uses.front()).depth(),
                             static_cast<Id>(array_.units.machine().fifo.scalarDepth));
  for (Id reader = 0; reader < readers.size(); ++reader) {
    auto& c = array_.units.builder(readers[reader]).context;
    c.watched = channel;
    c.watchedReader = reader;
  }
}

void Tokens::connect(const Uses& from, const Uses& to, Id level, bool isNext) {
  if (from.empty() || to.empty()) return;
  const Id credit = !isNext ? 0 : array_.isBuffered(level) ? none : 1;
  const bool isMany = from.size() * to.size() > mostPairs && from.size() > 1 && to.size() > 1;
  const auto isWrite = [](const MemoryUse& use) { return use.isWrite; };
  const bool isStrict = array_.memory || array_.isFifo ||
                        (std::all_of(from.begin(), from.end(), isWrite) && std::none_of(to.begin(), to.end(), isWrite));
  if (isMany && isStrict) {
    Uses waiting;
    std::copy_if(to.begin(), to.end(), std::back_inserter(waiting), [&](const MemoryUse& second) {
      return rules_.mustWait(from.front(), second, level, isNext) ||
             rules_.mustWait(from.back(), second, level, isNext);
    });
    if (!waiting.empty()) join(from, waiting, level, credit);
    return;
  }
  for (const auto& first : from) {
    std::vector<Id> waiting;
    for (const auto& second : to) {
      if (rules_.mustWait(first, second, level, isNext)) waiting.push_back(second.context);
    }
    if (!waiting.empty()) token(first.context, waiting, level, credit);
  }
}

void Tokens::join(const Uses& from, const Uses& to, Id level, Id credit) {
  Origin origin = array_.origin;
  origin.name = "order of " + array_.origin.name;
  auto& builder = array_.units.keep(
      std::make_unique<ContextBuilder>(walk_, nullptr, Role::Join, std::move(origin), std::vector<Frame>()));
  builder.follow(array_.units.builder(from.front().context), level);
  for (const auto& use : from) token(use.context, {builder.id}, level, 0);
  std::vector<Id> waiting;
  for (const auto& use : to) waiting.push_back(use.context);
  token(builder.id, waiting, level, credit);
}

/// The SRAM whose accesses a token separates, unless the token passes through a join.
Id Tokens::memoryKeptApart(Id from, const std::vector<Id>& to) const {
  if (!array_.memory || array_.memory->kind != spatial::MemoryKind::Sram) return none;
  const auto isJoin = [&](Id id) { return array_.units.builder(id).context.role == Role::Join; };
  if (isJoin(from) || std::any_of(to.begin(), to.end(), isJoin)) return none;
  return static_cast<Id>(array_.memory - array_.units.mapping.memories.data());
}

Id Tokens::token(Id from, const std::vector<Id>& to, Id level, Id credit) {
  Channel channel{Channel::Kind::Token, array_.origin};
  channel.depth = static_cast<Id>(array_.units.machine().fifo.scalarDepth) + (credit == none ? 0 : credit);
  channel.initial = credit;
  channel.producer = from;
  channel.consumers = to;
  channel.memory = memoryKeptApart(from, to);
  const auto id = array_.units.newChannel(std::move(channel));
  Output output{Output::Kind::Token, id, level, 0, {}, {}, 0};
  output.isOnChip = array_.memory != nullptr || array_.isFifo;
  array_.units.builder(from).context.outputs.push_back(output);
  for (Id reader = 0; reader < to.size(); ++reader) {
    auto& builder = array_.units.builder(to[reader]);
    // A load requests the next tile from DRAM, and values are computed, while readers still hold the destination
    // buffer.
    auto& context = builder.context;
    const bool isAhead = (context.role == Role::Compute && !array_.isFifo) ||
                         (credit > 0 && array_.memory && context.role == Role::Load);
    auto& waits = isAhead ? context.grants : context.inputs;
    waits.push_back({Input::Kind::Token, id, reader, level, 0, builder.fresh(level)});
  }
  return id;
}

}  // namespace stardust::capstan
