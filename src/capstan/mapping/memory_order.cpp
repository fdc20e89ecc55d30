// Tokens that keep the uses of a memory in program order, and multi-buffering.
//
// In each body (of each copy of a loop) the uses of one memory form stages: a context of this body, or all uses in an
// inner loop. A reading stage waits for the last writing stage. A writing stage waits for it too, and for the reading
// stages since. The other dependences are transitive, so that the number of tokens is linear in the number of stages.
// The next iteration of the body continues from the end of this one, with tokens that have an initial credit.
#include "capstan/mapping/memory_order.h"

#include <algorithm>

#include "capstan/mapping/memory_order.h"
#include "capstan/mapping/tokens.h"
#include "spatial/syntax.h"

namespace stardust::capstan {
namespace {

/// The uses of one memory, of one DRAM array, or of a FIFO with several producers.
class MemoryOrder {
 public:
  MemoryOrder(Walk& walk, Streams& streams, Uses uses)
      : array_(walk.units, uses.front()),
        rules_(array_, streams),
        tokens_(walk, array_, rules_),
        uses_(std::move(uses)) {}
  void run();

 private:
  struct Stage {
    Uses uses;
    bool isLoop;
  };
  /// The uses for which later stages must wait.
  struct Front {
    Uses writes, reads;         // the last writes; the reads since then
    bool isReadBehind = false;  // a stage after the writes only reads: waiting for it implies waiting for the writes
  };
  void body(Uses uses, Id level);
  std::vector<Stage> stagesOf(const Uses& uses, Id level) const;
  void copies(const Stage& stage, Id level);
  bool advance(const Stage& stage, Id level, bool isNext);
  /// The stage need not wait for the last writes, as if both were one stage.
  bool joinsFront(const Stage& stage, Id level) const {
    return front_.reads.empty() && rules_.commute(stage.uses, front_.writes, level);
  }
  void wait(const Front& front, const Stage& stage, Id level, bool isNext);
  void buffer(const Uses& uses, Id level);

  SharedArray array_;
  OrderRules rules_;
  Tokens tokens_;
  Uses uses_;
  Front front_, before_;  // of the stages so far; and before the last write
};

void MemoryOrder::run() {
  const auto firstChannel = array_.units.mapping.channels.size();
  body(uses_, 0);
  if (!array_.memory) return;
  for (auto c = firstChannel; c < array_.units.mapping.channels.size(); ++c) {  // now the number of buffers is known
    auto& channel = array_.units.mapping.channels[c];
    if (channel.initial != none) continue;
    channel.initial = array_.memory->buffers;
    channel.depth = static_cast<Id>(array_.units.machine().fifo.scalarDepth) + channel.initial;
  }
}

std::vector<MemoryOrder::Stage> MemoryOrder::stagesOf(const Uses& uses, Id level) const {
  std::vector<Stage> stages;
  Id last = none;
  for (const auto& use : uses) {
    const auto& c = array_.context(use);
    const bool isLoop = c.depth() > level;
    const auto key = isLoop ? c.levels[level].loop : use.context;
    if (stages.empty() || stages.back().isLoop != isLoop || last != key) stages.push_back({{}, isLoop});
    stages.back().uses.push_back(use);
    last = key;
  }
  return stages;
}

/// `uses` share the loops down to `level`, in the same copies.
void MemoryOrder::body(Uses uses, Id level) {
  const bool hasWrite = std::any_of(uses.begin(), uses.end(), [](const MemoryUse& use) { return use.isWrite; });
  if (!hasWrite) return;
  if (array_.memory && level == array_.memory->level && level > 0) buffer(uses, level);
  const auto stages = stagesOf(uses, level);
  for (const auto& stage : stages) {
    if (stage.isLoop) copies(stage, level);
  }
  front_ = before_ = {};
  for (const auto& stage : stages) advance(stage, level, false);
  if (level == 0) return;
  if (rules_.isIndependent(uses, level)) {
    rules_.noteIndependent(array_.context(uses.front()).levels[level - 1].loop);
    return;
  }
  if (rules_.isWatched(uses, level)) {
    rules_.noteIndependent(array_.context(uses.front()).levels[level - 1].loop);
    tokens_.watch(uses);
    return;
  }
  // Handles the next iteration up to a stage that waits for everything before it. Later stages wait transitively,
  // except for independent ones.
  bool isRenewed = false;
  for (const auto& stage : stages) {
    if (isRenewed && !joinsFront(stage, level)) break;
    isRenewed |= advance(stage, level, true);
  }
}

void MemoryOrder::copies(const Stage& stage, Id level) {
  auto uses = stage.uses;
  const auto copy = [&](const MemoryUse& use) { return array_.context(use).levels[level].copy; };
  std::stable_sort(uses.begin(), uses.end(), [&](const MemoryUse& a, const MemoryUse& b) { return copy(a) < copy(b); });
  for (auto begin = uses.begin(); begin != uses.end();) {
    const auto end = std::find_if(begin, uses.end(), [&](const MemoryUse& use) { return copy(use) != copy(*begin); });
    body(Uses(begin, end), level + 1);
    begin = end;
  }
}

/// Makes a stage wait for earlier stages, and advances the front. isNext: the stage belongs to the next iteration, and
/// waits only for stages of this one. Returns true if the stage writes and now represents all earlier ones.
bool MemoryOrder::advance(const Stage& stage, Id level, bool isNext) {
  Uses writes, reads;
  for (const auto& use : stage.uses) (use.isWrite ? writes : reads).push_back(use);
  if (writes.empty()) {
    tokens_.connect(front_.writes, reads, level, isNext);
    if (isNext) return false;
    front_.reads.insert(front_.reads.end(), reads.begin(), reads.end());
    front_.isReadBehind |= !front_.writes.empty();
    return false;
  }
  if (joinsFront(stage, level)) {
    wait(before_, stage, level, isNext);
    front_.writes.insert(front_.writes.end(), writes.begin(), writes.end());
    return false;
  }
  wait(front_, stage, level, isNext);
  // Uses that need not wait for some of the last writes must wait for the predecessors of these.
  Stage loose{{}, stage.isLoop};
  std::copy_if(stage.uses.begin(), stage.uses.end(), std::back_inserter(loose.uses), [&](const MemoryUse& use) {
    return use.isWrite && std::any_of(front_.writes.begin(), front_.writes.end(),
                                      [&](const MemoryUse& write) { return rules_.mayOverlap(write, use, level); });
  });
  wait(before_, loose, level, isNext);
  before_ = std::move(front_);
  front_ = {std::move(writes), std::move(reads), false};
  return true;
}

void MemoryOrder::wait(const Front& front, const Stage& stage, Id level, bool isNext) {
  tokens_.connect(front.reads, stage.uses, level, isNext);
  if (!front.isReadBehind) return tokens_.connect(front.writes, stage.uses, level, isNext);
  Uses reads;
  std::copy_if(stage.uses.begin(), stage.uses.end(), std::back_inserter(reads),
               [](const MemoryUse& use) { return !use.isWrite; });
  tokens_.connect(front.writes, reads, level, isNext);
}

/// The number of buffers of a memory that is new in each iteration at this level: the stages from its writers to its
/// readers, plus one. A sparse memory is one unit, and has this many only if they fit.
void MemoryOrder::buffer(const Uses& uses, Id level) {
  Id firstWrite = none, lastWrite = 0, first = none, last = 0;
  for (const auto& use : uses) {
    const auto stage = array_.context(use).stages[level];
    first = std::min(first, stage);
    last = std::max(last, stage);
    if (!use.isWrite) continue;
    firstWrite = std::min(firstWrite, stage);
    lastWrite = std::max(lastWrite, stage);
  }
  const auto distance = std::max(last - firstWrite, lastWrite - first);
  const auto buffers = std::max({array_.memory->buffers, distance + 1, Id{2}});
  const bool isUnit = array_.memory->kind == spatial::MemoryKind::SparseSram &&
                      array_.memory->words * buffers <= array_.units.machine().wordsOfPmu();
  if (isUnit || !spatial::syntax::isSparse(array_.memory->kind)) array_.memory->buffers = buffers;
}

}  // namespace

void orderUses(Walk& walk) {
  std::vector<MemoryUse> uses = walk.units.uses();
  std::stable_sort(uses.begin(), uses.end(), [](const MemoryUse& a, const MemoryUse& b) {
    return std::pair(a.of, a.array) < std::pair(b.of, b.array);
  });
  Streams streams(walk.units);
  for (auto begin = uses.begin(); begin != uses.end();) {
    const auto end = std::find_if(
        begin, uses.end(), [&](const MemoryUse& use) { return use.array != begin->array || use.of != begin->of; });
    const std::vector<MemoryUse> same(begin, end);
    MemoryOrder(walk, streams, same).run();
    begin = end;
  }
}

}  // namespace stardust::capstan
