// The number of units of one part of a mapping, for the resource report and for the placer.
#pragma once

#include "capstan/machine/machine.h"
#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// Compute units in the chain of a context: its operations by pipeline stages; for an on-chip access, the operations
/// that its PMU cannot compute.
std::int64_t chainUnitsOf(const Context& context, const Mapping& mapping, const Machine& machine);
/// Compute units that compute addresses for an address generator. For an access of a SparseDRAM: its operations by
/// stages, at least one. For an on-chip tile without alignment to bursts: the addresses of its bursts, and the words to
/// omit. An aligned tile, or one with a length of whole bursts, needs none, and neither does a transfer through a FIFO.
std::int64_t addressUnitsOf(const Context& context, const Mapping& mapping, const Machine& machine);
/// The sum of both.
inline std::int64_t computeUnitsOf(const Context& context, const Mapping& mapping, const Machine& machine) {
  return chainUnitsOf(context, mapping, machine) + addressUnitsOf(context, mapping, machine);
}
/// PMUs of a memory: for an SRAM, those of *one* read; for a sparse memory, its partitions.
std::int64_t pmusOf(const Memory& memory, const Machine& machine);
/// Address generators of a SparseDRAM.
std::int64_t generatorsOf(const Memory& memory);
/// PMUs of a FIFO that is deeper than the machine's.
std::int64_t pmusOf(const Channel& channel, const Machine& machine);
/// By memory: the number of reads, each of which has a copy of an SRAM.
std::vector<std::int64_t> readsOf(const Mapping& mapping);
/// The index of a context's body among the copies of the enclosing loops.
std::size_t bodyOf(const Context& context);

}  // namespace stardust::capstan
