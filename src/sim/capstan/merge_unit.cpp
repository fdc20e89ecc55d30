#include "sim/capstan/merge_unit.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/plural.h"

namespace stardust::sim {

MergeUnit::MergeUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency)
    : MultiCycleUnit(chip, context, arguments, latency), merger_(context_.type, context_.width) {}

void MergeUnit::begin() {
  std::vector<std::int64_t> lengths;
  for (const auto& way : context_.ways) {
    lengths.push_back(spatial::intOf(registers_[way.length][0]));
    if (lengths.back() < 0) fail(fmt::format("an input of a merge has {}", counted(lengths.back(), "element")), {});
  }
  merger_.begin(lengths, registers_[context_.sorts][0] != 0);
  isBusy_ = merger_.left() > 0;
}

/// Takes the available elements of one input, at most a vector.
bool MergeUnit::take(Engine& engine, std::size_t number, Cycle now) {
  const auto& way = context_.ways[number];
  auto& channel = engine.channels[way.fifo];
  const auto count =
      std::min({channel.available(way.reader, now), merger_.toCome(number), std::int64_t{context_.width}});
  for (std::int64_t i = 0; i < count; ++i) merger_.add(number, channel.at(way.reader, i));
  if (count > 0) engine.take(way.fifo, way.reader, count, now);
  return count > 0;
}

bool MergeUnit::give(Engine& engine, Cycle now) {
  const auto count = std::min(merger_.left(), std::int64_t{context_.width});
  if (engine.channels[context_.words].room(now) < count) {
    waitForRoom(engine, context_.words);
    return false;
  }
  Vector words;
  for (std::int64_t i = 0; i < count; ++i) words[static_cast<std::size_t>(i)] = merger_.give();
  engine.give(context_.words, words.data(), count, now + latency_);
  isBusy_ = merger_.left() > 0;
  return true;
}

/// Waits for all inputs that lack elements: any of them may hold the smallest element.
template <class Lacks>
void MergeUnit::waitForWays(Engine& engine, const Lacks& lacks) {
  for (std::size_t way = 0; way < context_.ways.size(); ++way) {
    if (!lacks(way)) continue;
    waitForInput(engine, context_.ways[way].fifo, context_.ways[way].reader);
    engine.wake(id, engine.channels[context_.ways[way].fifo].nextArrival());
  }
}

bool MergeUnit::work(Engine& engine, Cycle now) {
  bool moved = false, isLacking = false;
  const auto lacks = [&](std::size_t way) {
    return merger_.held(way) < std::int64_t{context_.width} && merger_.toCome(way) > 0;
  };
  for (std::size_t way = 0; way < context_.ways.size(); ++way) {
    moved |= lacks(way) && take(engine, way, now);
    isLacking |= lacks(way);
  }
  if (!isLacking) return give(engine, now) || moved;
  if (!moved) waitForWays(engine, lacks);
  return moved;
}

}  // namespace stardust::sim
