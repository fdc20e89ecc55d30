// One DRAM channel: banks, buses, refresh and the FR-FCFS scheduler, in memory clocks.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/dram/dram.h"
#include "sim/dram/timing.h"
#include "sim/engine/fifo.h"

namespace stardust::sim {

/// The model is event-driven: `run` moves from command to command, and skips clocks in which no command can be issued.
/// For each rank the scheduler keeps the best column command and the best row command. An arrival or a command updates
/// them by comparing one bank; only invalidated entries are searched again, over the set bits of a bank mask.
class Channel {
 public:
  struct Request {
    AddressMap::Place place;
    std::int64_t row() const { return place.row; }
    bool write;
    std::uint32_t tag;
    Tick arrival;  ///< the first clock in which its commands may be issued; nondecreasing from call to call
    Cycle sent;
  };
  struct Done {
    Tick at;  ///< end of the data
    Cycle sent;
    std::uint32_t tag;
    bool write;
  };

  struct Command {
    enum class Kind : std::uint8_t { activate, precharge, read, write, refresh };
    Kind kind;
    Tick at;
    int rank, bank;  ///< bank: none for a refresh, which closes all rows of its rank
    std::int64_t row;
  };

  explicit Channel(const machine::MemorySystem& memory);
  /// Appends every further command to `commands`, which must outlive the channel.
  void record(std::vector<Command>& commands) { commands_ = &commands; }

  bool full(bool write) const { return queued_[write] == entries_; }
  /// Precondition: not full.
  void push(const Request& request);
  /// Issues all commands of the clocks before `limit`. Arrivals of later clocks do not affect them.
  void run(Tick limit);
  /// The greatest limit of `run` so far.
  Tick ranUntil() const { return ranUntil_; }
  /// A lower bound of the next column command's clock, unless requests arrive; `never` when idle.
  Tick earliestColumn() const;

  bool hasDone() const { return !done_.empty(); }
  const Done& firstDone() const { return done_.front(); }
  Done popDone() { return done_.pop(); }

  /// Adds the statistics of this channel; `cyclesPerTick` converts bus clocks to cycles.
  void addTo(DramStats& stats, double cyclesPerTick) const;

 private:
  using Slot = std::int16_t;
  static constexpr Slot none = -1;
  enum class Outcome : std::uint8_t { hit, miss, conflict };

  struct Entry {  // a queued burst, linked in order of arrival with those of its bank and direction
    std::int64_t row;
    std::uint64_t sequence;
    Tick arrival;
    Cycle sent;
    std::uint32_t tag;
    Slot previous, next;
    std::uint8_t rank, bank, accessesLeft;
    bool write;
    Outcome outcome;
  };
  struct Bank {
    std::int64_t openRow = -1;
    Tick columnAt = 0, prechargeAt = 0, activateAt = 0;
    std::array<Slot, 2> head{none, none}, tail{none, none},
        hit{none, none};                                         // by direction; hit: the first request to the open row
    std::array<std::uint64_t, 2> headSequence{}, hitSequence{};  // of head and hit, as of the last `classify`
  };
  struct Candidate {
    Tick at = never;
    std::uint64_t sequence = 0;
    int bank = 0;
    bool valid = false;
    bool before(const Candidate& o) const { return at != o.at ? at < o.at : sequence < o.sequence; }
  };
  static constexpr int maxGroups = 16;
  struct Rank {
    std::vector<Bank> banks;
    std::array<std::uint64_t, 2> hitMask{}, rowMask{};  // by direction: banks that want a column command, a row command
    std::array<Tick, 2> columnAt{};                     // by direction
    std::array<std::array<Tick, maxGroups>, 2> groupColumnAt{};
    Tick activateAt = 0;
    std::array<Tick, maxGroups> groupActivateAt{};
    std::array<Tick, 4> lastActivates{};  // the last four activates, plus tFAW each
    unsigned nextActivate = 0;
    Candidate column, row;  // best commands of the current direction
  };
  struct Choice {
    Tick at = never;
    int rank = 0;
    bool row = false;
  };

  int group(int bank) const { return bank & groupMask_; }
  Tick& rowBus() { return dualBus_ ? rowBusAt_ : columnBusAt_; }
  Tick rowBus() const { return dualBus_ ? rowBusAt_ : columnBusAt_; }
  bool aged(const Entry& entry) const { return now_ - entry.arrival > timing_.ageCap; }

  void admit();
  void chooseDirection();
  void turn(bool write);
  Choice choose();
  Candidate columnOf(const Rank& rank, int bank, Tick floor) const;
  Candidate rowOf(const Rank& rank, int bank, Tick floor) const;
  void searchColumn(Rank& rank, Tick floor) const;
  void searchRow(Rank& rank, Tick floor) const;
  void classify(Rank& rank, int bank, bool write);
  void offer(Rank& rank, int bank);
  void findHits(Bank& bank) const;

  void issueColumn(int rank);
  void issueRow(int rank);
  void precharge(Bank& bank);
  void activate(Rank& rank, int bank);
  void occupyDataBus(int rank, int bank);
  void finish(Rank& rank, int bank, Slot slot);
  void refreshUntil(Tick at);
  void refresh(int rank, Tick at);
  void insertDone(const Done& done);
  void note(Command::Kind kind, Tick at, int rank, int bank, std::int64_t row) {
    if (commands_) commands_->push_back({kind, at, rank, bank, row});
  }

  DramTiming timing_;
  int entries_, groupMask_, pseudoChannels_;
  double high_;
  int drainLimit_;  // consecutive writes while reads wait
  double low_;
  bool dualBus_;
  std::vector<Rank> ranks_;

  std::vector<Entry> pool_;
  std::vector<Slot> free_;
  std::vector<Slot> inbox_;  // ring of requests that arrive after now_
  std::size_t inboxHead_ = 0, inboxSize_ = 0;
  std::array<int, 2> queued_{};   // including the inbox
  std::array<int, 2> waiting_{};  // excluding the inbox
  std::uint64_t sequence_ = 0;

  Tick now_ = 0, ranUntil_ = 0;
  Tick nothingBefore_ = 0;  // lower bound of the clock of any command
  Tick columnBusAt_ = 0, rowBusAt_ = 0;
  Tick nextRefresh_;
  bool writing_ = false;
  Tick writesWaitSince_ = 0;
  double drainTo_ = 0;  // a write burst ends at this queue length
  int drained_ = 0;     // writes served while reads waited
  int readsHeld_ = 0;   // reads that are served before the high watermark applies again

  Fifo<Done> done_;  // sorted by time
  std::vector<Command>* commands_ = nullptr;
  DramStats stats_;
  std::int64_t busTicks_ = 0;
};

}  // namespace stardust::sim
