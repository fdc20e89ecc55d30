#include "spatial/dsl/memories/queue_uses.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/dsl/memories/memories.h"
#include "spatial/dsl/memories/producers.h"

namespace stardust::dsl {

void QueueUses::beginStaging() {
  loops_.clear();
  loopsAround_.clear();
  producers_.clear();
  consumers_.clear();
  trials_.clear();
  mayBeFull_.clear();
}

bool QueueUses::isUnrolled(const Location& where) const { return m_.decisions.isNoted(where); }

/// Registers a use of a queue. A second consumer of a stream makes it a counted queue, as does a second producer,
/// unless the producers take turns. Returns true if Accel must be staged again; the current staging is then discarded.
bool QueueUses::use(const MemoryRef& queue, bool gives, const Location& where) {
  if (!m_.stage.isActive()) failUser(fmt::format("{} is used in Accel", queue->name), where);
  if (unrollsLoops(queue)) return true;
  auto& places = (gives ? producers_ : consumers_)[queue];
  const bool isShared = m_.decisions.isShared(queue->where);
  if (++places > 1 && !gives && !queue->isCounted() && !isShared)
    m_.note(queue, countedQueue, "several places take from it");
  return false;
}

/// Copies of a body cannot use one FIFO in parallel. If a loop is unrolled completely, its iterations are staged one
/// after the other: they then take turns, and their conditions may become constants. (The innermost loop has lanes, not
/// copies.)
bool QueueUses::unrollsLoops(const MemoryRef& queue) {
  const auto around = loopsAround_.find(queue);
  if (around == loopsAround_.end()) return false;
  bool isAny = false;
  for (auto i = around->second; i + 1 < loops_.size(); ++i) {
    if (!loops_[i].isAllCopies) continue;
    m_.decisions.note(loops_[i].where, {"the loop", "written out", "its copies share " + queue->name});
    isAny = true;
  }
  return isAny;
}

void QueueUses::mergeProducers(const std::string& fifo) {
  for (auto& [queue, givers] : producers_) givers -= queue->name == fifo ? 1 : 0;
}

/// Decides the treatment of FIFOs with several producers: counted for good, or until it is known whether elements
/// remain.
void QueueUses::findSequentialProducers(const spatial::Body& accel) {
  const auto inTurn = sequentiallyFedFifos(accel);
  std::vector<MemoryRef> trials;  // after the notes, which are made from this whole staging
  for (const auto& [queue, givers] : producers_) {
    if (givers < 2 || queue->isCounted() || queue->isStruct()) continue;
    if (inTurn.count(queue->name) > 0 && !m_.streams.behind(queue->name)) trials.push_back(queue);
    else m_.note(queue, countedQueue, "several places give to it, which cannot take turns");
  }
  for (const auto& queue : trials)
    m_.decisions.tryTurns(queue->where, {queue->name, countedQueue, "several places give to it"});
}

namespace {

constexpr std::int64_t deepest = std::int64_t{1} << 16, growth = 8;

}  // namespace

bool QueueUses::mayDeepen(const MemoryRef& queue, const Location& where) {
  const bool isStack = !leavesOf(queue).front()->head;
  if (streaming_ == 0 || isStack || queue->dims[0] >= deepest) return false;
  mayBeFull_.emplace_back(queue, where);
  return true;
}

std::int64_t QueueUses::deeper(const MemoryRef& queue) { return std::min(deepest, queue->dims[0] * growth); }

std::vector<MemoryRef> QueueUses::withSeveralConsumers(const Places& takers,
                                                       const std::function<bool(const MemoryRef&)>& is) {
  std::map<Place, MemoryRef> byPlace;
  for (const auto& [queue, places] : takers) {
    if (places <= 1 || !is(queue)) continue;
    byPlace.try_emplace(placeOf(queue->where), queue);
  }
  std::vector<MemoryRef> result;
  for (const auto& [place, queue] : byPlace) result.push_back(queue);
  return result;
}

std::vector<MemoryRef> QueueUses::shareable() const {
  return withSeveralConsumers(
      consumers_, [&](const MemoryRef& queue) { return queue->isCounted() && !m_.streams.behind(queue->name); });
}

/// The output of gen_bitvector and the input of a scan are words of a stream, which a counted queue cannot replace.
std::vector<MemoryRef> QueueUses::shareableBitVectors() const {
  return withSeveralConsumers(previousConsumers_, [&](const MemoryRef& queue) {
    const bool isOfBits = !queue->isStruct() && queue->type == uint32;
    return isOfBits && m_.decisions.isNoted(queue->where) && !m_.streams.behind(queue->name);
  });
}

std::vector<MemoryRef> QueueUses::shared() const {
  return withSeveralConsumers(consumers_, [&](const MemoryRef& queue) { return m_.decisions.isShared(queue->where); });
}

}  // namespace stardust::dsl
