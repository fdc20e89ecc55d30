#include "capstan/mapping/shared_array.h"

#include <algorithm>
#include <numeric>

#include "capstan/mapping/context_builder.h"
#include "capstan/mapping/dependence.h"

namespace stardust::capstan {

Streams::Streams(const UnitGraph& units) : parent_(units.builders().size()) {
  std::iota(parent_.begin(), parent_.end(), Id{0});
  for (Id id = 0; id < parent_.size(); ++id) {
    const auto& context = units.builder(id).context;
    const auto from = [&](Id channel) {
      if (channel != none && units.mapping.channels[channel].producer != none)
        link(id, units.mapping.channels[channel].producer);
    };
    from(context.fifo);
    for (const auto& vector : context.vectors) from(vector.channel);
    for (const auto& way : context.ways) from(way.fifo);
    for (const auto& level : context.levels) from(level.groups);
    for (const auto& input : context.inputs) {
      if (input.kind == Input::Kind::Stream || input.kind == Input::Kind::Lane) from(input.channel);
    }
  }
}

Id Streams::find(Id id) {
  while (parent_[id] != id) id = parent_[id] = parent_[parent_[id]];
  return id;
}

SharedArray::SharedArray(UnitGraph& all, const MemoryUse& first) : units(all), isFifo(first.of == MemoryUse::Of::Fifo) {
  if (first.of == MemoryUse::Of::Memory) {
    memory = &units.mapping.memories[first.array];
    origin = memory->origin;
  } else if (isFifo) {
    origin = units.mapping.channels[first.array].origin;
  } else {
    const auto& dram = units.mapping.drams[first.array];
    origin = {dram.name, context(first).origin.note, dram.where};
  }
}

const Context& SharedArray::context(const MemoryUse& use) const { return units.builder(use.context).context; }

bool OrderRules::isIndependent(const Uses& uses, Id level) const {
  if (!array_.memory || array_.memory->kind != spatial::MemoryKind::Sram || array_.isBuffered(level)) return false;
  std::vector<WordUse> words;
  for (const auto& use : uses) {
    const auto& c = context(use);
    if (c.role == Role::SramRead) {
      words.push_back({&c, c.index, false});
      continue;
    }
    if (c.role != Role::Compute) return false;
    for (const auto& write : c.writes) {
      if (write.memory == use.array) words.push_back({&c, write.index, true});
    }
  }
  return areIterationsIndependent(words, level);
}

bool OrderRules::isWatched(const Uses& uses, Id level) const {
  if (!array_.memory || array_.memory->kind != spatial::MemoryKind::Sram || array_.isBuffered(level)) return false;
  const auto& first = context(uses.front());
  const auto isSameLoop = [](const Level& a, const Level& b) { return a.loop == b.loop && a.copy == b.copy; };
  const Context* writer = nullptr;
  bool hasReads = false;
  for (const auto& use : uses) {
    const auto& c = context(use);
    if (!std::equal(c.levels.begin(), c.levels.end(), first.levels.begin(), first.levels.end(), isSameLoop))
      return false;
    if (use.isWrite) {
      if (c.role != Role::Compute || (writer && writer != &c)) return false;
      writer = &c;
    } else {
      if (c.willWrite.empty() || level + c.leafLevels <= c.depth()) return false;
      hasReads = true;
    }
  }
  return writer && hasReads;
}

/// RMWs of one leaf body that combine words with the same operator and ignore the previous values. (Floating-point RMWs
/// round, and differ in the last bits from the sequential result.) Loops with such RMWs are serialized.
bool OrderRules::mayOverlap(const MemoryUse& first, const MemoryUse& second, Id level) const {
  const auto& a = context(first);
  const auto& b = context(second);
  if (a.access != Access::Combine || b.access != Access::Combine || a.combine != b.combine) return false;
  if (a.role != Role::SparseAccess || b.role != Role::SparseAccess || a.isOrdered || b.isOrdered) return false;
  if (a.hasResult || b.hasResult) return false;
  return a.depth() == level && b.depth() == level;
}

bool OrderRules::commute(const Uses& a, const Uses& b, Id level) const {
  if (a.empty() || b.empty()) return false;
  const auto isAlike = [&](const Uses& uses) {
    return std::all_of(uses.begin(), uses.end(),
                       [&](const MemoryUse& use) { return mayOverlap(a.front(), use, level); });
  };
  return isAlike(a) && isAlike(b);
}

/// A DRAM array may be accessed in several ways. A load after a store always waits. Otherwise streams may pass through
/// an array while it is written, as may accesses that depend on the same stream.
bool OrderRules::isRelaxed(const MemoryUse& first, const MemoryUse& second) const {
  if (array_.memory || array_.isFifo || (first.isWrite && !second.isWrite)) return false;
  const auto& a = context(first);
  const auto& b = context(second);
  if (a.fifo != none || b.fifo != none) return true;
  if (a.role == Role::SparseAccess && b.role == Role::SparseAccess && a.memory == b.memory) return false;
  return streams_.areLinked(first.context, second.context);
}

bool OrderRules::mustWait(const MemoryUse& first, const MemoryUse& second, Id level, bool isNext) const {
  if (first.context == second.context || (!first.isWrite && !second.isWrite)) return false;
  if (mayOverlap(first, second, level)) return false;
  if (!isNext) return !isRelaxed(first, second);
  const auto& a = context(first);
  const auto& b = context(second);
  const bool isSameLoop = a.depth() > level && b.depth() > level && a.levels[level].loop == b.levels[level].loop;
  if (!isSameLoop) return true;
  // Inside that loop, the accesses of one copy are in order, unless its iterations access different words. Only random
  // accesses are shared between copies.
  if (independent_.count(a.levels[level].loop) > 0) return a.levels[level].copy == b.levels[level].copy;
  return a.levels[level].copy != b.levels[level].copy && a.role == Role::SparseAccess && b.role == Role::SparseAccess;
}

}  // namespace stardust::capstan
