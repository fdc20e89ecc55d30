// A memory description in the units of the model: memory clocks and address bits.
#pragma once

#include <cstdint>

#include "machine/memory.h"

namespace stardust::sim {

using Tick = std::int64_t;  ///< a clock of the memory (half the data rate)

/// The timings of a MemorySystem, rounded up to whole clocks as JEDEC requires.
struct DramTiming {
  int CL, CWL, RCD, RP, RAS, RC, RRDs, RRDl, CCDs, CCDl, FAW, WR, WTRs, WTRl, RTP, RFC, REFI, RTW;
  int burst;           ///< clocks of the data bus for one column access
  int accesses;        ///< column accesses of a 64-byte burst
  int activateSlots;   ///< clocks of the command bus for an ACT
  int rankSwitch = 2;  ///< idle clocks of the data bus between two ranks
  int ageCap;

  /// Clocks from a column command to the end of its data.
  int dataEnd(bool write) const { return (write ? CWL : CL) + burst; }
};
DramTiming timingOf(const machine::MemorySystem& memory);

/// Address bits from the most significant down: row, bank, rank, column, channel. Bank, rank and pseudo-channel are
/// XORed with the low bits of the row, so that streams whose bases differ by a power of two do not conflict in one
/// bank. The mapping within a row is unchanged.
class AddressMap {
 public:
  struct Place {
    int channel;
    int rank;  ///< within the channel: pseudo-channel + pseudoChannels * rank
    int bank;  ///< within the rank: group + bankGroups * bank
    std::int64_t row;
  };
  explicit AddressMap(const machine::MemorySystem& memory);

  Place place(std::uint64_t address) const {
    const auto inChannel =
        address >> (interleaveBits_ + channelBits_) << interleaveBits_ | (address & mask(interleaveBits_));
    const auto row = inChannel >> (columnBits_ + rankBits_ + bankBits_);
    const auto place = (inChannel >> columnBits_ ^ row) & mask(rankBits_ + bankBits_);
    return {static_cast<int>(address >> interleaveBits_ & mask(channelBits_)),
            static_cast<int>(place & mask(rankBits_)), static_cast<int>(place >> rankBits_),
            static_cast<std::int64_t>(row)};
  }

 private:
  static std::uint64_t mask(int bits) { return (std::uint64_t{1} << bits) - 1; }
  int interleaveBits_, channelBits_, columnBits_, rankBits_, bankBits_;
};

}  // namespace stardust::sim
