#include "capstan/resources/unit_counts.h"

#include <algorithm>
#include <bit>

#include "capstan/mapping/dependence.h"
#include "capstan/resources/partition.h"

namespace stardust::capstan {
namespace {

constexpr std::int64_t wordsPerBurst = 16;
/// Integer operations that compute the bursts of a tile from its begin and length, and the unused words of its first
/// and last burst ([C] spatial DenseTransfer.alignmentCalc). The stages in front of the SRAM compute the lanes and
/// addresses of the words.
constexpr std::int64_t alignmentOperations = 17;

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

bool isInDram(const Context& context, const Mapping& mapping) {
  return mapping.memories[context.memory].kind == spatial::MemoryKind::SparseDram;
}

/// For a transfer between DRAM and an on-chip memory.
std::int64_t alignmentUnitsOf(const Context& context, const Machine& machine) {
  const auto isWholeBursts = [](std::optional<std::int64_t> words) { return words && *words % wordsPerBurst == 0; };
  if (isWholeBursts(fixedValue(context, context.begin))) return 0;
  const auto length =
      context.endIsLength ? fixedValue(context, context.end) : fixedDistance(context, context.begin, context.end);
  return isWholeBursts(length) ? 0 : ceilDiv(alignmentOperations, machine.pcu.stages);
}

}  // namespace

std::int64_t chainUnitsOf(const Context& context, const Mapping& mapping, const Machine& machine) {
  const std::int64_t stages = machine.pcu.stages;
  const auto operations = static_cast<std::int64_t>(context.operationCount());
  switch (context.role) {
    case Role::Compute: return chainLength(context, machine.pcu);
    case Role::SramRead:
    case Role::SparseAccess:  // the PMU's integer stages compute addresses, as far as they suffice
      if (isInDram(context, mapping)) return 0;
      if (context.usesFloat()) return ceilDiv(operations, stages);
      return ceilDiv(std::max<std::int64_t>(0, operations - machine.pmu.addressStages), stages);
    case Role::Scan:  // the counters of the contexts in the loop scan a single vector
      return context.vectors.size() > 1 ? 1 : 0;
    case Role::BitVector: return 1;
    case Role::Merge:  // a tree of two-way mergers; matches the recorded runs for two and for four inputs (InitSort)
      return std::max<std::int64_t>(1, static_cast<std::int64_t>(context.ways.size()) - 1);
    case Role::Load:
    case Role::Store:
    case Role::Join:  // tokens meet in the control of the network
      return 0;
  }
  return 0;
}

std::int64_t addressUnitsOf(const Context& context, const Mapping& mapping, const Machine& machine) {
  switch (context.role) {
    case Role::SparseAccess:  // a context of its own ([C] pir SparseDRAMLowering)
      return isInDram(context, mapping)
                 ? std::max<std::int64_t>(
                       1, ceilDiv(static_cast<std::int64_t>(context.operationCount()), machine.pcu.stages))
                 : 0;
    case Role::Load:
    case Role::Store: return context.memory != none ? alignmentUnitsOf(context, machine) : 0;
    default: return 0;
  }
}

std::int64_t pmusOf(const Memory& memory, const Machine& machine) {
  switch (memory.kind) {
    case spatial::MemoryKind::Sram:
      return std::max<std::int64_t>(1, ceilDiv(memory.words * memory.buffers, machine.wordsOfPmu()));
    case spatial::MemoryKind::SparseSram: return 1;
    case spatial::MemoryKind::SparseParSram:
    case spatial::MemoryKind::SparseParSramSwizzle: return static_cast<std::int64_t>(std::bit_ceil(memory.par));
    default: return 0;
  }
}

std::int64_t generatorsOf(const Memory& memory) {
  return memory.kind == spatial::MemoryKind::SparseDram ? static_cast<std::int64_t>(std::bit_ceil(memory.par)) : 0;
}

std::int64_t pmusOf(const Channel& channel, const Machine& machine) {
  if (channel.kind != Channel::Kind::Fifo) return 0;
  const auto width = std::max(channel.inWidth, channel.outWidth);
  const auto capacity = static_cast<Id>(width > 1 ? machine.fifo.vectorDepth : 4 * machine.fifo.scalarDepth);
  return channel.depth <= capacity ? 0 : ceilDiv(channel.words(), machine.wordsOfPmu());
}

std::vector<std::int64_t> readsOf(const Mapping& mapping) {
  std::vector<std::int64_t> reads(mapping.memories.size());
  for (const auto& context : mapping.contexts) {
    const bool isRead = context.role == Role::SramRead || context.role == Role::Store;
    if (isRead && context.memory != none) ++reads[context.memory];
  }
  return reads;
}

std::size_t bodyOf(const Context& context) {
  std::size_t body = 0;
  for (const auto& level : context.levels) body = body * level.copies + level.copy;
  return body;
}

}  // namespace stardust::capstan
