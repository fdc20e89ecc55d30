#include "machine/memory.h"

#include "machine/parameter_table.h"

namespace stardust::machine {
namespace {

std::vector<Row<MemorySystem>> rowsOfMemory() {
  std::vector<Row<MemorySystem>> rows;
#define OWNER MemorySystem
#define PARAMETERS "machine/memory.def"
#include "machine/rows.inc"
#undef PARAMETERS
#undef OWNER
  return rows;
}

const std::vector<Rule<MemorySystem>>& rulesOfMemory() {
  using M = const MemorySystem&;
  static const std::vector<Rule<MemorySystem>> all = {
      {"", "burstLength",
       [](M m) { return m.burstLength >= 2 && m.busBits >= 8 && m.busBits / 8 * m.burstLength <= 64; },
       "a column access (busBits / 8 * burstLength) is at least 2 transfers and at most 64 bytes"},
      {"", "bankGroups", [](M m) { return m.bankGroups * m.banksPerGroup <= 64; },
       "bankGroups * banksPerGroup is at most 64"},
      {"", "writeLowWatermark", [](M m) { return m.writeLowWatermark < m.writeHighWatermark; },
       "writeLowWatermark is below writeHighWatermark"},
      {"timing", "tCCDl", [](M m) { return m.timing.tCCDs <= m.timing.tCCDl; }, "tCCDs is at most tCCDl"},
      {"timing", "tRRDl", [](M m) { return m.timing.tRRDs <= m.timing.tRRDl; }, "tRRDs is at most tRRDl"},
      {"timing", "tWTRl", [](M m) { return m.timing.tWTRs <= m.timing.tWTRl; }, "tWTRs is at most tWTRl"},
      {"timing", "tRAS", [](M m) { return m.timing.tRCD <= m.timing.tRAS; }, "tRCD is at most tRAS"},
      {"timing", "tRTW", [](M m) { return m.timing.tRTW + m.timing.tCWL >= m.timing.tCL; },
       "tRTW + tCWL is at least tCL: the data of a write comes after that of the read before it"},
      {"timing", "tREFI",
       [](M m) {
         const auto& t = m.timing;
         return t.tREFI >= 2 * (t.tRFC + t.tRAS + t.tRP + t.tCL + t.tWR + t.tFAW);
       },
       "tREFI leaves at least half of the time to accesses: 2 * (tRFC + tRAS + tRP + tCL + tWR + tFAW) at most"},
  };
  return all;
}

}  // namespace

MemorySystem parseMemorySystem(Source toml) {
  static const std::vector<Row<MemorySystem>> rows = rowsOfMemory();
  const Reader reader(std::move(toml));
  if (!reader.isSet("ideal")) return reader.read(rows, rulesOfMemory());
  return reader.read(std::vector<Row<MemorySystem>>(rows.begin(), rows.begin() + 2), {});  // name, ideal
}

}  // namespace stardust::machine
