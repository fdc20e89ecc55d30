// Address generators: they turn commands (base, length) into 64-byte bursts.
#pragma once

#include <map>

#include "sim/capstan/loop_unit.h"
#include "sim/engine/fifo.h"

namespace stardust::sim {

/// Base of loads and stores: a queue of commands, and bursts in flight in word order.
class TransferUnit : public LoopUnit {
 public:
  TransferUnit(Chip& chip, capstan::Id context, const Arguments& arguments, Cycle latency);
  Cause cause() const override { return firstBurst_ != nextBurst_ ? Cause::Dram : LoopUnit::cause(); }

 protected:
  struct Command {
    std::int64_t begin, count;  ///< range of words of the DRAM array
    capstan::Id closes, depth;  ///< of the iterations that end with it
    std::uint32_t epoch;        ///< epoch of the local memory
    std::int64_t burst;         ///< number of the burst with its first word, once issued
    std::int64_t at = 0;        ///< index of the first word in the local memory
  };
  bool accepts(Engine& engine, Cycle now) override;
  void settle(Engine& engine, Cycle now, bool isFiring) override;
  bool drained() const override { return commands_.empty() && firstBurst_ == nextBurst_; }
  /// Bursts in flight, if they are the reason for the wait.
  std::optional<Activity> waitsForDram(bool isReason) const {
    return isReason && firstBurst_ != nextBurst_ ? std::optional(activity::dram) : std::nullopt;
  }

  /// The position of an array word, in words of the memory. It is nonnegative even for words before the array.
  std::int64_t placeOf(std::int64_t word) const;
  std::uint64_t addressOf(std::int64_t word) const;
  std::int64_t wordsAllowed(Cycle now);
  /// The number of words of the next command that may pass in this cycle, behind the unused ones.
  std::int64_t wordsPassing(const Command& command);
  /// Records that `count` words of the command have passed in this cycle.
  void pass(const Command& command, std::int64_t count, bool isEnd);
  void sendBurst(Engine& engine, std::uint64_t address, bool isWrite, std::uint32_t tag, Cycle now);

  static constexpr std::size_t queuedCommands = 16;  ///< in addition to one for each burst in flight
  Fifo<Command> commands_;
  std::int64_t firstBurst_ = 0, nextBurst_ = 0;  ///< numbers of the bursts that hold a buffer
  std::vector<Cycle> readyAt_;                   ///< ring indexed by burst number; never: in flight
  static constexpr std::int64_t wordsPerBurst = Dram::burstBytes / 4;
  std::int64_t allowed_ = wordsPerBurst;  ///< words that may still move, as of `allowedAt_`
  Cycle allowedAt_ = 0;
  std::int64_t unwanted_ = 0;  ///< words that pass before the next word that the command uses
  bool isEntered_ = false;     ///< `unwanted_` includes those in front of the current command's first word
  std::size_t slotOf(std::int64_t burst) const { return static_cast<std::size_t>(burst) & (readyAt_.size() - 1); }
  bool hasBuffer() const { return nextBurst_ - firstBurst_ < chip_.machine.ag.outstandingBursts; }
};

class LoadUnit final : public TransferUnit {
 public:
  using TransferUnit::TransferUnit;
  void step(Engine& engine, Cycle now) override;
  void completed(Engine& engine, std::uint32_t tag, Cycle now) override;
  std::optional<Activity> ownWait() const override { return waitsForDram(!waitsForRoom_); }

 private:
  bool issue(Engine& engine, Cycle now);
  bool deliver(Engine& engine, Cycle now);
  bool finish(Engine& engine, Cycle now, const Command& command);
  std::int64_t wordsReady(const Command& command, Cycle now, std::int64_t most) const;
  void move(Engine& engine, const Command& command, std::int64_t count, Cycle now);

  std::size_t issuing_ = 0;     // index of the command whose bursts are being sent
  std::int64_t issued_ = 0;     // words of this command covered by sent bursts
  std::int64_t delivered_ = 0;  // words of the first command
  std::uint64_t lastAddress_ = UINT64_MAX;
  bool waitsForRoom_ = false;
};

class StoreUnit final : public TransferUnit {
 public:
  using TransferUnit::TransferUnit;
  void step(Engine& engine, Cycle now) override;
  void completed(Engine& engine, std::uint32_t tag, Cycle now) override;
  std::optional<Activity> ownWait() const override {
    return waitsForDram(blocked_ == capstan::none || blocked_ != context_.fifo);
  }
  std::optional<Activity> underWay() const override { return waitsForDram(true); }

 private:
  bool gather(Engine& engine, Cycle now);
  bool continuesHeldBurst(const Command& command) const;
  bool readsHeldBurst() const;
  bool send(Engine& engine, Cycle now);
  bool acknowledge(Engine& engine, Cycle now);
  void move(Engine& engine, const Command& command, std::int64_t count, Cycle now);

  std::size_t gathering_ = 0;   // index of the command whose words are being gathered
  std::int64_t gathered_ = 0;   // words of this command
  std::int64_t heldWords_ = 0;  // words of an unfinished burst, which is number nextBurst_
  bool isFull_ = false;         // the held burst must be sent
  std::uint64_t held_ = 0;      // address of the held burst
  struct Partial {
    std::uint32_t tag;
    std::uint64_t address;
  };
  std::map<std::uint32_t, std::uint64_t> reading_;  // by tag: addresses of bursts that are read for a partial write
  Fifo<Partial> writeBacks_;                        // bursts that were read
};

}  // namespace stardust::sim
