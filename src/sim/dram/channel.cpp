#include "sim/dram/channel.h"

#include <algorithm>
#include <bit>

namespace stardust::sim {

Channel::Channel(const machine::MemorySystem& memory)
    : timing_(timingOf(memory)),
      entries_(memory.queueEntries),
      groupMask_(memory.bankGroups - 1),
      pseudoChannels_(memory.pseudoChannels),
      high_(memory.writeHighWatermark * memory.queueEntries),
      drainLimit_(16 * memory.queueEntries),
      low_(memory.writeLowWatermark * memory.queueEntries),
      dualBus_(memory.rowCommandBus),
      ranks_(static_cast<std::size_t>(memory.pseudoChannels * memory.ranks)),
      nextRefresh_(timing_.REFI) {
  require(memory.bankGroups <= maxGroups && memory.bankGroups * memory.banksPerGroup <= 64,
          "the banks of a rank fit a mask");
  for (auto& rank : ranks_) {
    rank.banks.resize(static_cast<std::size_t>(memory.bankGroups * memory.banksPerGroup));
    rank.lastActivates.fill(0);
  }
  const auto slots = static_cast<std::size_t>(2 * entries_);
  pool_.resize(slots);
  inbox_.resize(std::bit_ceil(slots));
  for (std::size_t i = slots; i-- > 0;) free_.push_back(static_cast<Slot>(i));
}

void Channel::push(const Request& request) {
  const Slot slot = free_.back();
  free_.pop_back();
  pool_[slot] = {request.row(),
                 sequence_++,
                 request.arrival,
                 request.sent,
                 request.tag,
                 none,
                 none,
                 static_cast<std::uint8_t>(request.place.rank),
                 static_cast<std::uint8_t>(request.place.bank),
                 static_cast<std::uint8_t>(timing_.accesses),
                 request.write,
                 Outcome::hit};
  inbox_[(inboxHead_ + inboxSize_++) & (inbox_.size() - 1)] = slot;
  ++queued_[request.write];
  nothingBefore_ = std::min(nothingBefore_, request.arrival);
}

void Channel::run(Tick limit) {
  ranUntil_ = limit;
  if (limit <= nothingBefore_) return;
  while (true) {
    chooseDirection();
    const Choice choice = choose();
    if (inboxSize_ > 0 && pool_[inbox_[inboxHead_]].arrival <= choice.at) {
      nothingBefore_ = pool_[inbox_[inboxHead_]].arrival;
      if (nothingBefore_ >= limit) return;
      admit();
      continue;
    }
    nothingBefore_ = choice.at;
    if (choice.at >= limit) return;
    if (choice.at >= nextRefresh_) {
      refreshUntil(choice.at);
      continue;
    }
    now_ = choice.at;
    choice.row ? issueRow(choice.rank) : issueColumn(choice.rank);
  }
}

Tick Channel::earliestColumn() const {
  Tick at = inboxSize_ > 0 ? pool_[inbox_[inboxHead_]].arrival : never;
  for (const auto& rank : ranks_) {
    if (rank.hitMask[writing_]) at = std::min(at, rank.column.valid ? rank.column.at : now_);
    if (rank.rowMask[writing_]) at = std::min(at, (rank.row.valid ? rank.row.at : now_) + timing_.RCD);
  }
  return at;
}

// Moves the oldest arrival from the inbox to its bank.
inline void Channel::admit() {
  const Slot slot = inbox_[inboxHead_];
  inboxHead_ = (inboxHead_ + 1) & (inbox_.size() - 1);
  --inboxSize_;
  Entry& entry = pool_[slot];
  now_ = std::max(now_, entry.arrival);
  Rank& rank = ranks_[entry.rank];
  Bank& bank = rank.banks[entry.bank];
  const bool write = entry.write;
  if (waiting_[write]++ == 0 && write) writesWaitSince_ = now_;
  entry.previous = bank.tail[write];
  (bank.tail[write] == none ? bank.head[write] : pool_[bank.tail[write]].next) = slot;
  bank.tail[write] = slot;
  if (bank.hit[write] == none && entry.row == bank.openRow) bank.hit[write] = slot;
  classify(rank, entry.bank, write);
  if (write == writing_) offer(rank, entry.bank);
}

// Chooses the direction of the data bus. Reads have priority. Writes drain in bursts, which begin above the high
// watermark, when there are no reads, or when writes are aged. A burst ends at the low watermark or, while reads wait,
// after drainLimit_ writes; then a quarter as many reads have priority.
inline void Channel::chooseDirection() {
  const int reads = waiting_[0], writes = waiting_[1];
  if (writing_) {
    if (reads > 0 && (writes <= drainTo_ || drained_ >= drainLimit_)) {
      readsHeld_ = drained_ >= drainLimit_ ? drainLimit_ / 4 : 0;
      writesWaitSince_ = now_;
      turn(false);
    }
    return;
  }
  if (writes == 0) return;
  const bool late = now_ - writesWaitSince_ > timing_.ageCap;
  if (reads == 0 || late || (writes > high_ && readsHeld_ == 0)) {
    drainTo_ = late ? 0 : low_;
    drained_ = 0;
    turn(true);
  }
}

inline void Channel::turn(bool write) {
  writing_ = write;
  for (auto& rank : ranks_) rank.column.valid = rank.row.valid = false;
}

inline Channel::Choice Channel::choose() {
  const Tick columnFloor = std::max(now_, columnBusAt_), rowFloor = std::max(now_, rowBus());
  Candidate column, row;
  int columnRank = 0, rowRank = 0;
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    Rank& rank = ranks_[i];
    if (!rank.column.valid || rank.column.at < columnFloor) searchColumn(rank, columnFloor);
    if (!rank.row.valid || rank.row.at < rowFloor) searchRow(rank, rowFloor);
    if (rank.column.before(column)) column = rank.column, columnRank = static_cast<int>(i);
    if (rank.row.before(row)) row = rank.row, rowRank = static_cast<int>(i);
  }
  bool rowFirst = row.at < column.at;
  if (!rowFirst && row.at == column.at && row.at != never) {
    const Bank& bank = ranks_[static_cast<std::size_t>(rowRank)].banks[static_cast<std::size_t>(row.bank)];
    rowFirst = writing_ ? aged(pool_[bank.head[writing_]]) : row.sequence < column.sequence;
  }
  return rowFirst ? Choice{row.at, rowRank, true} : Choice{column.at, columnRank, false};
}

inline Channel::Candidate Channel::columnOf(const Rank& rank, int bank, Tick floor) const {
  const Bank& b = rank.banks[static_cast<std::size_t>(bank)];
  const Tick at =
      std::max(std::max(floor, b.columnAt), rank.groupColumnAt[writing_][static_cast<std::size_t>(group(bank))]);
  return {std::max(at, rank.columnAt[writing_]), b.hitSequence[writing_], bank, true};
}

inline Channel::Candidate Channel::rowOf(const Rank& rank, int bank, Tick floor) const {
  const Bank& b = rank.banks[static_cast<std::size_t>(bank)];
  const auto sequence = b.headSequence[writing_];
  if (b.openRow >= 0) return {std::max(floor, b.prechargeAt), sequence, bank, true};
  const Tick at = std::max(std::max(floor, b.activateAt), rank.groupActivateAt[static_cast<std::size_t>(group(bank))]);
  return {std::max(at, rank.activateAt), sequence, bank, true};
}

inline void Channel::searchColumn(Rank& rank, Tick floor) const {
  Candidate best;
  for (auto mask = rank.hitMask[writing_]; mask != 0; mask &= mask - 1)
    if (const auto candidate = columnOf(rank, std::countr_zero(mask), floor); candidate.before(best)) best = candidate;
  best.valid = true;
  rank.column = best;
}

inline void Channel::searchRow(Rank& rank, Tick floor) const {
  Candidate best;
  for (auto mask = rank.rowMask[writing_]; mask != 0; mask &= mask - 1)
    if (const auto candidate = rowOf(rank, std::countr_zero(mask), floor); candidate.before(best)) best = candidate;
  best.valid = true;
  rank.row = best;
}

// Classifies a bank: it wants a column command (a row hit), a row command, both, or none. A read closes a row with
// younger hits as soon as it may: among ready commands the oldest request wins. A write, whose latency matters less,
// lets these hits pass until it is aged.
void Channel::classify(Rank& rank, int bank, bool write) {
  Bank& b = rank.banks[static_cast<std::size_t>(bank)];
  const auto bit = std::uint64_t{1} << bank;
  rank.hitMask[write] &= ~bit;
  rank.rowMask[write] &= ~bit;
  if (b.head[write] == none) return;
  b.headSequence[write] = pool_[b.head[write]].sequence;
  if (b.hit[write] != none) b.hitSequence[write] = pool_[b.hit[write]].sequence;
  const bool hit = b.hit[write] != none && (b.hit[write] == b.head[write] || !aged(pool_[b.head[write]]));
  if (hit) rank.hitMask[write] |= bit;
  if (!hit || (!write && b.hit[write] != b.head[write])) rank.rowMask[write] |= bit;
}

// Reconsiders a bank that has changed: its command may have become, or ceased to be, the best of the rank.
inline void Channel::offer(Rank& rank, int bank) {
  const auto bit = std::uint64_t{1} << bank;
  if (rank.column.valid && rank.column.bank == bank && rank.column.at != never) rank.column.valid = false;
  if (rank.row.valid && rank.row.bank == bank && rank.row.at != never) rank.row.valid = false;
  if (rank.column.valid && (rank.hitMask[writing_] & bit))
    if (const auto c = columnOf(rank, bank, std::max(now_, columnBusAt_)); c.before(rank.column)) rank.column = c;
  if (rank.row.valid && (rank.rowMask[writing_] & bit))
    if (const auto c = rowOf(rank, bank, std::max(now_, rowBus())); c.before(rank.row)) rank.row = c;
}

inline void Channel::issueColumn(int index) {
  Rank& rank = ranks_[static_cast<std::size_t>(index)];
  const int bankIndex = rank.column.bank;
  Bank& bank = rank.banks[static_cast<std::size_t>(bankIndex)];
  const Slot slot = bank.hit[writing_];
  note(writing_ ? Command::Kind::write : Command::Kind::read, now_, index, bankIndex, bank.openRow);
  columnBusAt_ = now_ + 1;
  occupyDataBus(index, bankIndex);
  bank.prechargeAt = std::max(bank.prechargeAt, now_ + (writing_ ? timing_.dataEnd(true) + timing_.WR : timing_.RTP));
  if (--pool_[slot].accessesLeft == 0) finish(rank, bankIndex, slot);
  classify(rank, bankIndex, writing_);
  rank.column.valid = false;
  offer(rank, bankIndex);
}

inline void Channel::occupyDataBus(int index, int bank) {
  const auto& t = timing_;
  busTicks_ += t.burst;
  Rank& rank = ranks_[static_cast<std::size_t>(index)];
  const auto g = static_cast<std::size_t>(group(bank));
  rank.columnAt[writing_] = now_ + t.CCDs;
  rank.groupColumnAt[writing_][g] = now_ + t.CCDl;
  if (writing_) {
    rank.columnAt[0] = std::max(rank.columnAt[0], now_ + t.dataEnd(true) + t.WTRs);
    rank.groupColumnAt[0][g] = std::max(rank.groupColumnAt[0][g], now_ + t.dataEnd(true) + t.WTRl);
  } else {
    rank.columnAt[1] = std::max(rank.columnAt[1], now_ + t.RTW);
  }
  for (std::size_t other = static_cast<std::size_t>(index % pseudoChannels_); other < ranks_.size();
       other += static_cast<std::size_t>(pseudoChannels_)) {  // the other ranks of the same data bus
    if (other == static_cast<std::size_t>(index)) continue;
    auto& at = ranks_[other].columnAt;
    const Tick free = now_ + t.dataEnd(writing_) + t.rankSwitch;
    if (at[0] < free - t.CL) at[0] = free - t.CL, ranks_[other].column.valid = false;
    if (at[1] < free - t.CWL) at[1] = free - t.CWL, ranks_[other].column.valid = false;
  }
}

// Frees the slot of a request whose last access has been issued.
inline void Channel::finish(Rank& rank, int bankIndex, Slot slot) {
  Bank& bank = rank.banks[static_cast<std::size_t>(bankIndex)];
  Entry& entry = pool_[slot];
  const bool write = entry.write;
  (entry.previous == none ? bank.head[write] : pool_[entry.previous].next) = entry.next;
  (entry.next == none ? bank.tail[write] : pool_[entry.next].previous) = entry.previous;
  Slot hit = entry.next;  // no earlier entry is a hit; it would have been served first
  while (hit != none && pool_[hit].row != bank.openRow) hit = pool_[hit].next;
  bank.hit[write] = hit;

  insertDone({now_ + timing_.dataEnd(write), entry.sent, entry.tag, write});
  ++(write ? stats_.writes : stats_.reads);
  ++(entry.outcome == Outcome::hit    ? stats_.rowHits
     : entry.outcome == Outcome::miss ? stats_.rowMisses
                                      : stats_.rowConflicts);
  if (write && waiting_[0] > 0) ++drained_;
  if (!write && readsHeld_ > 0) --readsHeld_;
  --waiting_[write];
  --queued_[write];
  free_.push_back(slot);
}

inline void Channel::issueRow(int index) {
  Rank& rank = ranks_[static_cast<std::size_t>(index)];
  const int bankIndex = rank.row.bank;
  Bank& bank = rank.banks[static_cast<std::size_t>(bankIndex)];
  Entry& entry = pool_[bank.head[writing_]];
  if (bank.openRow >= 0) {
    entry.outcome = Outcome::conflict;
    note(Command::Kind::precharge, now_, index, bankIndex, bank.openRow);
    rowBus() = now_ + 1;
    precharge(bank);
  } else {
    if (entry.outcome == Outcome::hit) entry.outcome = Outcome::miss;
    rowBus() = now_ + timing_.activateSlots;
    activate(rank, bankIndex);
    note(Command::Kind::activate, now_, index, bankIndex, bank.openRow);
  }
  classify(rank, bankIndex, false);
  classify(rank, bankIndex, true);
  rank.row.valid = false;
  offer(rank, bankIndex);
}

inline void Channel::precharge(Bank& bank) {
  bank.openRow = -1;
  bank.activateAt = std::max(bank.activateAt, now_ + timing_.RP);
  bank.hit = {none, none};
}

inline void Channel::activate(Rank& rank, int bankIndex) {
  Bank& bank = rank.banks[static_cast<std::size_t>(bankIndex)];
  bank.openRow = pool_[bank.head[writing_]].row;
  bank.columnAt = now_ + timing_.RCD;
  bank.prechargeAt = now_ + timing_.RAS;
  bank.activateAt = now_ + timing_.RC;
  rank.groupActivateAt[static_cast<std::size_t>(group(bankIndex))] = now_ + timing_.RRDl;
  rank.lastActivates[rank.nextActivate] = now_ + timing_.FAW;
  rank.nextActivate = (rank.nextActivate + 1) % 4;
  rank.activateAt = std::max(now_ + timing_.RRDs, rank.lastActivates[rank.nextActivate]);
  findHits(bank);
}

inline void Channel::findHits(Bank& bank) const {
  for (std::size_t direction = 0; direction < 2; ++direction) {
    Slot hit = bank.head[direction];
    while (hit != none && pool_[hit].row != bank.openRow) hit = pool_[hit].next;
    bank.hit[direction] = hit;
  }
}

// All ranks of all channels refresh at the same clocks. Periods that pass during idleness are counted; only the last
// has an effect.
void Channel::refreshUntil(Tick at) {
  const Tick skipped = (at - nextRefresh_) / timing_.REFI;
  nextRefresh_ += skipped * timing_.REFI;
  stats_.refreshes += (skipped + 1) * static_cast<std::int64_t>(ranks_.size());
  for (std::size_t i = 0; i < ranks_.size(); ++i) refresh(static_cast<int>(i), nextRefresh_);
  nextRefresh_ += timing_.REFI;
}

void Channel::refresh(int index, Tick at) {
  Rank& rank = ranks_[static_cast<std::size_t>(index)];
  Tick start = at;  // every bank is precharged for tRP
  for (const auto& bank : rank.banks)
    start = std::max(start, bank.openRow >= 0 ? bank.prechargeAt + timing_.RP : bank.activateAt);
  note(Command::Kind::refresh, start, index, none, -1);
  for (std::size_t i = 0; i < rank.banks.size(); ++i) {
    rank.banks[i].openRow = -1;
    rank.banks[i].hit = {none, none};
    rank.banks[i].activateAt = start + timing_.RFC;
    classify(rank, static_cast<int>(i), false);
    classify(rank, static_cast<int>(i), true);
  }
  rank.column.valid = rank.row.valid = false;
}

// The order is nearly sorted already: only directions and data buses differ in latency.
inline void Channel::insertDone(const Done& done) {
  done_.push(done);
  for (std::size_t i = done_.size() - 1; i > 0 && done_[i].at < done_[i - 1].at; --i) std::swap(done_[i], done_[i - 1]);
}

void Channel::addTo(DramStats& stats, double cyclesPerTick) const {
  stats.reads += stats_.reads;
  stats.writes += stats_.writes;
  stats.rowHits += stats_.rowHits;
  stats.rowMisses += stats_.rowMisses;
  stats.rowConflicts += stats_.rowConflicts;
  stats.refreshes += stats_.refreshes;
  stats.busyCycles += static_cast<std::int64_t>(static_cast<double>(busTicks_) * cyclesPerTick);
}

}  // namespace stardust::sim
