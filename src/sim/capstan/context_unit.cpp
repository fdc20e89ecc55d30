#include "sim/capstan/context_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "capstan/mapping/banking.h"
#include "capstan/resources/partition.h"
#include "support/plural.h"

namespace stardust::sim {

using capstan::Id;
using spatial::intOf;

namespace {

std::size_t fifoOf(const capstan::Context& context, const capstan::Machine& machine) {
  return static_cast<std::size_t>(context.width > 1 ? machine.fifo.vectorDepth : machine.fifo.scalarDepth);
}

Cycle slackOf(const capstan::Context& context, const capstan::Machine& machine) {
  if (context.role != capstan::Role::Compute) return 0;
  const auto slack = Cycle{capstan::pipelineOfInnermost(context, machine.pcu).slack} * machine.pcu.stages;
  return slack > static_cast<Cycle>(fifoOf(context, machine)) ? slack : 0;
}

}  // namespace

ContextUnit::ContextUnit(Chip& chip, Id context, const Arguments& arguments, Cycle latency)
    : LoopUnit(chip, context, arguments, latency),
      banks_(static_cast<std::size_t>(chip.machine.pmu.banks)),
      meetsInBanks_(context_.role == capstan::Role::SramRead && !capstan::isConflictFree(context_, context_.index)),
      fifo_(fifoOf(context_, chip.machine)),
      slack_(slackOf(context_, chip.machine)),
      room_(static_cast<std::size_t>(latency) + fifo_) {
  for (const auto& write : context_.writes) writesMeet_.push_back(!capstan::isConflictFree(context_, write.index));
  computesFirst_ = context_.watched != capstan::none;
  keepsTokens_ = !context_.writes.empty();
  if (keepsTokens_) tokenLatency_ = 1;
}

/// Detects a spurious wake-up: a reader other than the slowest has taken from the full channel, so there is still no
/// room. Nothing else can have changed.
inline bool ContextUnit::isStillFull(Engine& engine, Cycle now) {
  const bool waitsForRoom =
      state_ == State::Stall && !finished_ && blocked_ != capstan::none && !blockedOnInput_ && arriving_.empty();
  if (!waitsForRoom || engine.channels[blocked_].room(now) > 0) return false;
  waitForRoom(engine, blocked_);
  return true;
}

void ContextUnit::step(Engine& engine, Cycle now) {
  if (isStillFull(engine, now)) return;
  switch (advance(engine, now)) {
    case Result::Fired:
    case Result::Empty:
      enter(State::Active, now);
      doneAt = now;
      engine.wake(id, now + 1);
      break;
    case Result::Finished: enter(isDone() ? State::Done : State::Stall, now); break;
    case Result::Blocked: noteBlocked(engine, now); break;
  }
  if (arriving_.empty() || !write(engine, now)) return;
  doneAt = now;
  engine.wake(id, now + 1);
}

inline void ContextUnit::noteBlocked(Engine& engine, Cycle now) {
  const bool isStarved = blockedOnInput_ && blocked_ != capstan::none;
  enter(isStarved ? State::Starve : State::Stall, now);
  cause_ = Cause::Other;
  if (!isStarved) return;
  const auto producer = engine.links[blocked_].producer;
  cause_ = static_cast<const LoopUnit&>(*engine.units[producer]).cause();
  engine.wake(id, engine.channels[blocked_].nextArrival());
}

/// Whether all writes in flight to the words that this iteration reads have arrived.
inline bool ContextUnit::areWordsThere(Engine& engine, Cycle now) {
  auto& tokens = engine.channels[context_.watched];
  const auto credit = mapping_.channels[context_.watched].initial;
  while (static_cast<std::int64_t>(watch_.iterations()) > credit - tokens.available(context_.watchedReader, now))
    watch_.end();
  const auto& index = registers_[context_.index];
  const auto isPending = [&](Word word) { return watch_.isPending(intOf(word)); };
  if (std::none_of(index.begin(), index.begin() + static_cast<std::ptrdiff_t>(active_), isPending)) return true;
  waitForInput(engine, context_.watched, context_.watchedReader);
  return false;
}

bool ContextUnit::accepts(Engine& engine, Cycle now) {
  if (context_.watched != capstan::none && at_ == depth_ && !areWordsThere(engine, now)) return false;
  if (!hasPlace(now)) {
    engine.wake(id, begun_.front() + slack_);
    return false;
  }
  if (now < freeAt_) engine.wake(id, freeAt_);
  return now >= freeAt_ && arriving_.size() < room_ && acceptsOutputs(engine, now);
}

void ContextUnit::settle(Engine& engine, Cycle now, bool isFiring) {
  const auto conflicts = isFiring ? conflictCycles_ : 0;
  if (isFiring && slack_ > 0) {
    if (begun_.size() == fifo_) begun_.pop();
    begun_.push(now);
  }
  if (keepsTokens_) {
    push(engine, now);
    arriving_.push({now + latency_, closes_, at_, isFiring, conflicts});
  } else {
    push(engine, now + conflicts);
    freeAt_ = now + conflicts + 1;
  }
}

void ContextUnit::fire(Engine&, Cycle) {
  conflictCycles_ = 0;
  if (context_.role == capstan::Role::SramRead) readSram();
  if (context_.watched != capstan::none) announceWrites();
  if (meetsInBanks_) conflictCycles_ = conflictCycles(registers_[context_.index], (1u << active_) - 1);
  for (std::size_t i = 0; i < context_.writes.size(); ++i) {
    keep(context_.writes[i]);
    if (writesMeet_[i])
      conflictCycles_ = std::max(conflictCycles_, conflictCycles(words_.back().index, words_.back().lanes));
  }
  for (const auto& write : context_.argumentWrites) {
    for (auto lane = active_; lane-- > 0;) {
      if (write.isConditional && registers_[write.enable][lane] == 0) continue;
      argumentsOut[write.name] = registers_[write.value][lane];
      break;
    }
  }
}

inline void ContextUnit::announceWrites() {
  const auto& store = chip_.memories[context_.memory];
  watch_.begin();
  for (const auto reg : context_.willWrite) {
    for (std::size_t lane = 0; lane < active_; ++lane) {
      const auto index = intOf(registers_[reg][lane]);
      if (store.has(index)) watch_.willWrite(index);  // a speculating program may write out of range, without effect
    }
  }
}

inline void ContextUnit::readSram() {
  const auto& store = chip_.memories[context_.memory];
  const auto age = epoch(mapping_.memories[context_.memory].level);
  for (std::size_t lane = 0; lane < active_; ++lane) {
    const auto index = intOf(registers_[context_.index][lane]);
    const bool isSpeculative = mapping_.program.isSpeculative;
    if (!store.has(index) && !isSpeculative) {
      fail(fmt::format("index {} is outside {}, which has {}", index, store.name(), counted(store.words(), "word")),
           {});
    }
    const auto* const word = store.has(index) ? store.find(index, age) : nullptr;
    if (!word && isSpeculative) {
      registers_[context_.result][lane] = 0;
      continue;
    }
    if (!word) fail(fmt::format("{}({}) is read before it is written", store.name(), index), {});
    registers_[context_.result][lane] = *word;
  }
}

/// Extra cycles for bank conflicts: the lanes of a set read one word per bank and cycle, and the first cycle is free.
Cycle ContextUnit::conflictCycles(const Vector& index, std::uint32_t lanes) const {
  Vector words;
  auto end = words.begin();
  for (; lanes != 0; lanes &= lanes - 1) *end++ = index[static_cast<std::size_t>(std::countr_zero(lanes))];
  const auto bankAndWord = [&](Word word) { return std::pair(word % banks_, word); };
  std::sort(words.begin(), end, [&](Word a, Word b) { return bankAndWord(a) < bankAndWord(b); });
  end = std::unique(words.begin(), end);
  Cycle most = 1;
  for (auto first = words.begin(); first != end;) {
    const auto next = std::find_if(first, end, [&](Word word) { return word % banks_ != *first % banks_; });
    most = std::max<Cycle>(most, next - first);
    first = next;
  }
  return most - 1;
}

inline void ContextUnit::keep(const capstan::SramWrite& write) {
  const auto& store = chip_.memories[write.memory];
  Words words{registers_[write.index], registers_[write.value], 0, epoch(mapping_.memories[write.memory].level)};
  for (std::size_t lane = 0; lane < active_; ++lane) {
    if (write.isConditional && registers_[write.enable][lane] == 0) continue;
    const auto index = intOf(words.index[lane]);
    if (!store.has(index)) {
      if (mapping_.program.isSpeculative) continue;  // an out-of-range write has no effect
      fail(fmt::format("index {} is outside {}, which has {}", index, store.name(), counted(store.words(), "word")),
           write.where);
    }
    words.lanes |= 1U << lane;
  }
  words_.push(words);
}

std::optional<Activity> ContextUnit::ownWait() const {
  const bool isBusy = meetsInBanks_ && state() == State::Stall && blockedOn() == capstan::none;
  return isBusy ? std::optional(activity::bankConflict) : std::nullopt;
}

/// Writes the words of the first arrival, if they have arrived and their grants are there.
inline bool ContextUnit::write(Engine& engine, Cycle now) {
  auto& arrival = arriving_.front();
  if (arrival.at > now) {
    engine.wake(id, arrival.at);
    return false;
  }
  if (!isGranted(engine, now, arrival.depth)) return false;
  if (arrival.conflictCycles > 0) {  // the words are written in the last of these cycles
    arrival.at = now + std::exchange(arrival.conflictCycles, 0);
    engine.wake(id, arrival.at);
    return false;
  }
  if (!release(engine, now, arrival.closes, arrival.depth, true)) return false;
  takeGrants(engine, now, arrival.closes, arrival.depth);
  for (std::size_t i = 0; arrival.hasWords && i < context_.writes.size(); ++i) {
    const auto& words = words_.front();
    auto& store = chip_.memories[context_.writes[i].memory];
    for (std::size_t lane = 0; lane < maxLanes; ++lane) {
      if ((words.lanes >> lane & 1) != 0) store.write(intOf(words.index[lane]), words.value[lane], words.epoch);
    }
    words_.pop();
  }
  arriving_.pop();
  return true;
}

}  // namespace stardust::sim
