#include "capstan/unit_counts.h"

#include <algorithm>
#include <bit>

#include "capstan/partition.h"

namespace stardust::capstan {
namespace {

int ceilDiv(std::int64_t a, std::int64_t b) { return static_cast<int>((a + b - 1) / b); }

}  // namespace

int pcusOf(const Context& context, const Machine& machine) {
  const std::int64_t stages = machine.pcu.stages;
  const auto operations = static_cast<std::int64_t>(context.operationCount());
  switch (context.role) {
    case Role::Compute:
      return chainLength(context, machine.pcu);
    case Role::SramRead:
    case Role::SparseAccess:  // addresses are computed in the PMU, as far as its integer stages go
      if (context.usesFloat()) return ceilDiv(operations, stages);
      return ceilDiv(std::max<std::int64_t>(0, operations - machine.pmu.addressStages), stages);
    case Role::Scan:  // a scan of one vector is done by the counters of whoever walks it
      return context.vectors.size() > 1 ? 1 : 0;
    case Role::BitVector:
      return 1;
    case Role::Merge:  // a tree of mergers of two ways; what the recorded runs have for two and for four (InitSort)
      return std::max(1, static_cast<int>(context.ways.size()) - 1);
    case Role::Load:
    case Role::Store:
    case Role::Join:  // tokens meet in the control of the network
      return 0;
  }
  return 0;
}

int pmusOf(const Memory& memory, const Machine& machine) {
  switch (memory.kind) {
    case spatial::MemoryKind::Sram:
      return std::max(1, ceilDiv(memory.words * memory.buffers, machine.pmu.words()));
    case spatial::MemoryKind::SparseSram:
      return 1;
    case spatial::MemoryKind::SparseParSram:
    case spatial::MemoryKind::SparseParSramSwizzle:
      return static_cast<int>(std::bit_ceil(memory.par));
    default:
      return 0;
  }
}

int generatorsOf(const Memory& memory) {
  return memory.kind == spatial::MemoryKind::SparseDram ? static_cast<int>(std::bit_ceil(memory.par)) : 0;
}

int pmusOf(const Channel& channel, const Machine& machine) {
  if (channel.kind != Channel::Kind::Fifo) return 0;
  const auto width = std::max(channel.inWidth, channel.outWidth);
  const auto deepest = static_cast<Id>(width > 1 ? machine.fifo.vectorDepth : 4 * machine.fifo.scalarDepth);
  return channel.depth <= deepest ? 0 : ceilDiv(channel.words(), machine.pmu.words());
}

std::size_t bodyOf(const Context& context) {
  std::size_t body = 0;
  for (const auto& level : context.levels) body = body * level.copies + level.copy;
  return body;
}

}  // namespace stardust::capstan
