#include "sim/dram/timing.h"

#include <bit>
#include <cmath>

#include "sim/dram/dram.h"

namespace stardust::sim {
namespace {

int log2Of(std::int64_t powerOfTwo) { return std::countr_zero(static_cast<std::uint64_t>(powerOfTwo)); }

}  // namespace

DramTiming timingOf(const machine::MemorySystem& memory) {
  const double clockNs = 2000.0 / memory.megaTransfers;
  const auto clocks = [&](double ns) { return std::max(1, static_cast<int>(std::ceil(ns / clockNs - 1e-9))); };
  const auto& ns = memory.timing;
  DramTiming t{};
  t.CL = clocks(ns.tCL), t.CWL = clocks(ns.tCWL), t.RCD = clocks(ns.tRCD), t.RP = clocks(ns.tRP),
  t.RAS = clocks(ns.tRAS);
  t.RC = t.RAS + t.RP;
  t.RRDs = clocks(ns.tRRDs), t.RRDl = clocks(ns.tRRDl), t.FAW = clocks(ns.tFAW);
  t.WR = clocks(ns.tWR), t.WTRs = clocks(ns.tWTRs), t.WTRl = clocks(ns.tWTRl), t.RTP = clocks(ns.tRTP),
  t.RTW = clocks(ns.tRTW);
  t.RFC = clocks(ns.tRFC), t.REFI = clocks(ns.tREFI);
  t.burst = memory.burstLength / 2;
  t.CCDs = std::max(clocks(ns.tCCDs), t.burst), t.CCDl = std::max(clocks(ns.tCCDl), t.burst);
  t.accesses = Dram::burstBytes / (memory.busBits / 8 * memory.burstLength);
  t.activateSlots = memory.rowCommandBus ? 2 : 1;  // JESD235: ACT takes two clocks of the row bus
  t.ageCap = clocks(memory.ageCapNs);
  require(t.REFI > t.RFC + t.RC + t.RCD + t.dataEnd(false) + t.dataEnd(true), "refresh leaves time for accesses");
  require(t.RTW + t.CWL >= t.CL, "the data of a write comes after that of the read before it");
  return t;
}

AddressMap::AddressMap(const machine::MemorySystem& memory)
    : interleaveBits_(log2Of(memory.interleaveBytes)),
      channelBits_(log2Of(memory.channels)),
      columnBits_(log2Of(memory.rowBytes)),
      rankBits_(log2Of(memory.pseudoChannels) + log2Of(memory.ranks)),
      bankBits_(log2Of(memory.bankGroups) + log2Of(memory.banksPerGroup)) {}

}  // namespace stardust::sim
