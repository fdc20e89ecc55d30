#include "sim/capstan/transfer_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "support/plural.h"

namespace stardust::sim {

using spatial::intOf;

TransferUnit::TransferUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency)
    : LoopUnit(chip, context, arguments, latency) {}

bool TransferUnit::accepts(Engine&, Cycle) {
  if (readyAt_.empty()) readyAt_.resize(std::bit_ceil(static_cast<std::size_t>(chip_.machine.ag.outstandingBursts)));
  return commands_.size() < queuedCommands + static_cast<std::size_t>(chip_.machine.ag.outstandingBursts);
}

void TransferUnit::settle(Engine&, Cycle, bool isFiring) {
  Command command{0, 0, closes_, at_, 0, 0};
  if (isFiring) {
    command.begin = intOf(registers_[context_.begin][0]);
    const std::int64_t end = intOf(registers_[context_.end][0]);
    command.count = context_.endIsLength ? end : end - command.begin;
    const auto& dram = chip_.drams[context_.dram];
    if (command.count < 0)
      fail(fmt::format("{} of {} cannot be transferred", counted(command.count, "word"), dram.name()), {});
    const bool isInside = command.count == 0 || (command.begin >= 0 && command.begin + command.count <= dram.words());
    if (!isInside && !mapping_.program.isSpeculative) {
      fail(fmt::format("words {} to {} are outside {}, which has {}", command.begin, command.begin + command.count - 1,
                       dram.name(), counted(dram.words(), "word")),
           {});
    }
    if (context_.memory != capstan::none) {
      const auto& memory = chip_.memories[context_.memory];
      if (context_.hasPlace) command.at = intOf(registers_[context_.at][0]);
      if (command.at < 0 || command.at + command.count > memory.words()) {
        fail(fmt::format("{} {} not fit in {}, which has {}", counted(command.count, "word"),
                         plural(command.count, "does", "do"), memory.name(), counted(memory.words(), "word")),
             {});
      }
    }
  }
  if (context_.memory != capstan::none) command.epoch = epoch(mapping_.memories[context_.memory].level);
  commands_.push(command);
}

std::int64_t TransferUnit::placeOf(std::int64_t word) const {
  constexpr auto beyondAll = std::int64_t{1} << 34;  // whole bursts: words before the first array have an address
  const auto place = static_cast<std::int64_t>(chip_.dramBases[context_.dram] / 4) + word;
  return place < 0 ? place + beyondAll : place;
}

std::uint64_t TransferUnit::addressOf(std::int64_t word) const {
  return (static_cast<std::uint64_t>(placeOf(word)) * 4) & ~std::uint64_t{63};
}

/// The number of words that the memory or FIFO takes or gives per cycle, and that the generator passes. Unused
/// allowance accumulates up to a burst, so that a rate that does not divide bursts is exact.
std::int64_t TransferUnit::wordsAllowed(Cycle now) {
  const std::int64_t rate = chip_.machine.wordsPerCycleOfAg();
  allowed_ = std::min(allowed_ + (now - allowedAt_) * rate, wordsPerBurst + rate);
  allowedAt_ = now;
  return std::min<std::int64_t>(context_.width, allowed_);
}

// Whole bursts pass: the unused words of a command's first and last burst take time, too ([C] an unaligned transfer is
// a loop over all words of its bursts, spatial DenseTransfer).
std::int64_t TransferUnit::wordsPassing(const Command& command) {
  if (!std::exchange(isEntered_, true)) unwanted_ += placeOf(command.begin) % wordsPerBurst;
  return std::max<std::int64_t>(0, context_.width - unwanted_);
}

void TransferUnit::pass(const Command& command, std::int64_t count, bool isEnd) {
  const auto left = context_.width - unwanted_ - count;  // words left in this cycle
  unwanted_ = std::max<std::int64_t>(0, unwanted_ - context_.width);
  if (!isEnd) return;
  isEntered_ = false;
  const auto end = placeOf(command.begin + command.count);
  const auto behind = (wordsPerBurst - end % wordsPerBurst) % wordsPerBurst;
  unwanted_ = std::max<std::int64_t>(0, behind - left);
}

void TransferUnit::sendBurst(Engine& engine, std::uint64_t address, bool isWrite, std::uint32_t tag, Cycle now) {
  if (mapping_.drams[context_.dram].isStream) return engine.sendPast(id, tag);
  engine.send(id, address, isWrite, tag, now);
}

// ---------------------------------------------------------------- loads

void LoadUnit::completed(Engine& engine, std::uint32_t tag, Cycle now) {
  const auto ready = now + chip_.delays.ag + chip_.network.inside(id);
  readyAt_[tag] = ready;
  if (tag == slotOf(firstBurst_)) {
    engine.wake(id, ready);  // words leave in order: the others wait for this one
  }
}

inline bool LoadUnit::issue(Engine& engine, Cycle now) {
  while (issuing_ < commands_.size() && commands_[issuing_].count == issued_) {
    ++issuing_;
    issued_ = 0;
  }
  if (issuing_ == commands_.size()) return false;
  auto& command = commands_[issuing_];
  const auto address = addressOf(command.begin + issued_);
  const auto offset = placeOf(command.begin + issued_) % wordsPerBurst;
  const bool isShared = issued_ == 0 && chip_.machine.ag.mergeAdjacent && address == lastAddress_;
  if (isShared) {
    command.burst = nextBurst_ - 1;
  } else {
    if (!hasBuffer()) return false;
    const auto tag = static_cast<std::uint32_t>(slotOf(nextBurst_));
    sendBurst(engine, address, false, tag, now);
    const auto& dram = chip_.drams[context_.dram];
    if (dram.has(command.begin + issued_)) dram.prefetch(command.begin + issued_);
    readyAt_[tag] = never;
    if (issued_ == 0) command.burst = nextBurst_;
    ++nextBurst_;
    lastAddress_ = address;
  }
  issued_ += std::min(command.count - issued_, wordsPerBurst - offset);
  return true;
}

/// Words of the first command, after those delivered, whose bursts have arrived.
inline std::int64_t LoadUnit::wordsReady(const Command& command, Cycle now, std::int64_t most) const {
  const auto known = issuing_ == 0 ? issued_ : command.count;
  const auto offset = placeOf(command.begin) % wordsPerBurst;
  const auto wanted = std::min(known - delivered_, most);
  std::int64_t ready = 0;
  while (ready < wanted) {
    const auto word = offset + delivered_ + ready;  // measured from the beginning of the first burst
    const auto burst = command.burst + word / wordsPerBurst;
    if (burst >= firstBurst_ && readyAt_[slotOf(burst)] > now) break;
    ready += wordsPerBurst - word % wordsPerBurst;
  }
  return std::min(ready, wanted);
}

inline void LoadUnit::move(Engine& engine, const Command& command, std::int64_t count, Cycle now) {
  const auto& dram = chip_.drams[context_.dram];
  const auto begin = command.begin + delivered_;
  if (context_.memory != capstan::none) {
    auto& memory = chip_.memories[context_.memory];
    for (std::int64_t i = 0; i < count; ++i) {
      if (const auto* const word = dram.has(begin + i) ? dram.find(begin + i, 0) : nullptr) {
        memory.write(command.at + delivered_ + i, *word, command.epoch);
      } else {
        memory.forget(command.at + delivered_ + i, command.epoch);
      }
    }
    return;
  }
  Vector words;
  auto known = begin < 0 ? 0 : dram.read(begin, count, 0, words.data());
  for (; known < count && mapping_.program.isSpeculative; ++known) {
    const auto* const word = dram.has(begin + known) ? dram.find(begin + known, 0) : nullptr;
    words[static_cast<std::size_t>(known)] = word ? *word : 0;
  }
  if (known < count) {
    fail(fmt::format("{}({}) is read before it is written", dram.name(), begin + known), {});
  }
  engine.give(context_.fifo, words.data(), count, now + 1);
}

/// Notifies the units that wait for the words on the chip, and those that may now write the array.
inline bool LoadUnit::finish(Engine& engine, Cycle now, const Command& command) {
  if (!hasRoom(engine, now, command.closes, command.depth, 1)) return false;
  return release(engine, now, command.closes, command.depth, true) &&
         release(engine, now, command.closes, command.depth, false);
}

inline bool LoadUnit::deliver(Engine& engine, Cycle now) {
  waitsForRoom_ = false;
  if (commands_.empty()) return false;
  const auto& command = commands_.front();
  auto count = command.count == 0 ? 0 : wordsReady(command, now, wordsAllowed(now));
  if (command.count > 0 && count == 0) return false;
  if (command.count > 0) {
    count = std::min(count, wordsPassing(command));
    if (count == 0) {
      pass(command, 0, false);
      return true;
    }
  }
  if (!isGranted(engine, now, command.depth)) {
    waitsForRoom_ = true;
    return false;
  }
  if (context_.fifo != capstan::none && count > 0) {
    count = std::min(count, engine.channels[context_.fifo].room(now));
    if (count == 0) {
      waitsForRoom_ = true;
      waitForRoom(engine, context_.fifo);
      return false;
    }
  }
  if (delivered_ + count == command.count && !finish(engine, now, command)) {
    waitsForRoom_ = true;
    return false;
  }
  move(engine, command, count, now);
  delivered_ += count;
  allowed_ -= count;
  if (command.count > 0) pass(command, count, delivered_ == command.count);
  if (delivered_ == command.count) takeGrants(engine, now, command.closes, command.depth);
  const auto offset = placeOf(command.begin) % wordsPerBurst;
  if (command.count > 0) {  // bursts before the next word are free; the next command may share the last one
    firstBurst_ = std::max(firstBurst_, command.burst + (offset + delivered_) / wordsPerBurst);
  }
  if (delivered_ < command.count) return true;
  if (command.count > 0) {
    const auto last = command.burst + (offset + command.count - 1) / wordsPerBurst;
    firstBurst_ = std::max(firstBurst_, last + 1);
  }
  commands_.pop();
  delivered_ = 0;
  if (issuing_ > 0) {
    --issuing_;
  } else {
    issued_ = 0;
  }
  return true;
}

void LoadUnit::step(Engine& engine, Cycle now) {
  const auto result = advance(engine, now);
  bool moved = result == Result::Fired || result == Result::Empty;
  const auto control = result == Result::Blocked ? blocked_ : capstan::none;
  moved |= issue(engine, now);
  const bool delivered = deliver(engine, now);
  if (delivered || moved) doneAt = now;
  if (isDone()) {
    enter(State::Done, now + 1);
    return;
  }
  enter(delivered ? State::Active : waitsForRoom_ ? State::Stall : State::Starve, now);
  cause_ = firstBurst_ != nextBurst_ ? Cause::Dram : Cause::Other;
  if (!waitsForRoom_) blocked_ = control;
  if (delivered || moved) return engine.wake(id, now + 1);
  if (control != capstan::none) engine.wake(id, engine.channels[control].nextArrival());
  if (firstBurst_ != nextBurst_ && !waitsForRoom_) {  // the head may have arrived, but not left the pipeline
    engine.wake(id, readyAt_[slotOf(firstBurst_)]);
  }
}

// ---------------------------------------------------------------- stores

void StoreUnit::completed(Engine& engine, std::uint32_t tag, Cycle now) {
  if (const auto read = reading_.extract(tag)) {
    writeBacks_.push({tag, read.mapped()});
    return engine.wake(id, now + 1);
  }
  readyAt_[tag] = now + chip_.delays.ag;
  engine.wake(id, readyAt_[tag]);
}

void StoreUnit::move(Engine& engine, const Command& command, std::int64_t count, Cycle now) {
  auto& dram = chip_.drams[context_.dram];
  const auto begin = command.begin + gathered_;
  if (context_.memory != capstan::none) {
    const auto& memory = chip_.memories[context_.memory];
    for (std::int64_t i = 0; i < count; ++i) {
      if (!dram.has(begin + i)) continue;  // an out-of-range write has no effect
      if (const auto* const word = memory.find(command.at + gathered_ + i, command.epoch)) {
        dram.write(begin + i, *word, 0);
      } else {
        dram.forget(begin + i, 0);
      }
    }
    return;
  }
  const auto& fifo = engine.channels[context_.fifo];
  for (std::int64_t i = 0; i < count; ++i) {
    if (dram.has(begin + i)) dram.write(begin + i, fifo.at(context_.fifoReader, i), 0);
  }
  engine.take(context_.fifo, context_.fifoReader, count, now);
}

/// Gathers the available words of one burst.
bool StoreUnit::gather(Engine& engine, Cycle now) {
  if (isFull_ || gathering_ == commands_.size()) return false;
  auto& command = commands_[gathering_];
  if (command.count > 0) {
    const auto word = placeOf(command.begin + gathered_);
    const auto inBurst = wordsPerBurst - word % wordsPerBurst;
    auto count = std::min({command.count - gathered_, inBurst, wordsAllowed(now)});
    if (heldWords_ == 0 && !hasBuffer()) return false;
    count = std::min(count, wordsPassing(command));
    if (count == 0) {
      pass(command, 0, false);
      return true;
    }
    if (context_.fifo != capstan::none) {
      count = std::min(count, engine.channels[context_.fifo].available(context_.fifoReader, now));
      if (count == 0) {
        waitForInput(engine, context_.fifo, context_.fifoReader);
        engine.wake(id, engine.channels[context_.fifo].nextArrival());
        return false;
      }
    }
    const bool isLast = gathered_ + count == command.count;
    if (isLast && !release(engine, now, command.closes, command.depth, true)) return false;
    move(engine, command, count, now);
    heldWords_ += count;
    held_ = addressOf(command.begin + gathered_);
    gathered_ += count;
    allowed_ -= count;
    pass(command, count, isLast);
    isFull_ = count == inBurst;
  } else if (!release(engine, now, command.closes, command.depth, true)) {
    return false;
  }
  if (gathered_ < command.count) return true;
  command.burst = heldWords_ > 0 ? nextBurst_ : nextBurst_ - 1;  // the last burst that the command waits for
  ++gathering_;
  gathered_ = 0;
  isFull_ = heldWords_ > 0 && (isFull_ || !continuesHeldBurst(command));
  return true;
}

/// Whether the held burst stays for the next command, which continues in it. It may not if a consumer waits for the
/// ending command: the words of the next command may depend on that consumer.
bool StoreUnit::continuesHeldBurst(const Command& command) const {
  const auto& ag = chip_.machine.ag;
  return ag.mergeAdjacent && !ag.readsPartialBursts && !hasWaiters(command.closes, command.depth, false) &&
         gathering_ < commands_.size() && commands_[gathering_].count > 0 &&
         addressOf(commands_[gathering_].begin) == held_;
}

/// Whether the held burst is read before it is written.
bool StoreUnit::readsHeldBurst() const {
  return chip_.machine.ag.readsPartialBursts && heldWords_ < wordsPerBurst && !mapping_.drams[context_.dram].isStream;
}

/// Sends one burst; write-backs go first.
bool StoreUnit::send(Engine& engine, Cycle now) {
  if (!writeBacks_.empty()) {
    const auto [tag, address] = writeBacks_.pop();
    engine.sendAlone(id, address, true, tag, now);
    return true;
  }
  if (!isFull_) return false;
  const auto tag = static_cast<std::uint32_t>(slotOf(nextBurst_));
  readyAt_[tag] = never;
  if (readsHeldBurst()) {
    reading_[tag] = held_;
    engine.sendAlone(id, held_, false, tag, now);
  } else {
    sendBurst(engine, held_, true, tag, now);
  }
  ++nextBurst_;
  heldWords_ = 0;
  isFull_ = false;
  return true;
}

/// Completes the commands whose bursts are all written.
bool StoreUnit::acknowledge(Engine& engine, Cycle now) {
  while (firstBurst_ < nextBurst_ && readyAt_[slotOf(firstBurst_)] <= now) {
    ++firstBurst_;
  }
  if (gathering_ == 0 || commands_.front().burst >= firstBurst_) return false;
  const auto& command = commands_.front();
  if (!release(engine, now, command.closes, command.depth, false)) return false;
  commands_.pop();
  --gathering_;
  return true;
}

void StoreUnit::step(Engine& engine, Cycle now) {
  const auto result = advance(engine, now);
  bool moved = result == Result::Fired || result == Result::Empty;
  const auto control = result == Result::Blocked ? blocked_ : capstan::none;
  blocked_ = control;
  const bool gathered = gather(engine, now);
  moved |= send(engine, now);
  const auto written = firstBurst_;
  moved |= acknowledge(engine, now);
  moved |= firstBurst_ != written;  // buffers became free, even if no command has ended
  if (gathered || moved) doneAt = now;
  if (isDone()) {
    enter(State::Done, now + 1);
    return;
  }
  enter(gathered ? State::Active : State::Starve, now);
  cause_ = firstBurst_ != nextBurst_ ? Cause::Dram : Cause::Other;
  if (gathered || moved) return engine.wake(id, now + 1);
  if (control != capstan::none) engine.wake(id, engine.channels[control].nextArrival());
  if (firstBurst_ != nextBurst_) engine.wake(id, readyAt_[slotOf(firstBurst_)]);
}

}  // namespace stardust::sim
