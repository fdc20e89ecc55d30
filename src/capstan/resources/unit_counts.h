// How many units one part of a mapping takes: what the resource report adds up and what the placer gives cells to.
#pragma once

#include "capstan/machine/machine.h"
#include "capstan/mapping/graph.h"

namespace stardust::capstan {

/// Compute units on the way of a context's words, in a chain: its operations by pipeline stages; of an access on chip,
/// what its PMU cannot compute.
std::int64_t chainUnitsOf(const Context& context, const Mapping& mapping, const Machine& machine);
/// Compute units that find addresses for a generator of DRAM. Of an access of a SparseDRAM: its operations by stages,
/// at least one. Of a tile on chip that may begin and end anywhere in a burst: where its bursts are, and what of them
/// to leave out; one that begins with a burst, or is as long as whole ones are, needs none, and neither does what goes
/// through a FIFO.
std::int64_t addressUnitsOf(const Context& context, const Mapping& mapping, const Machine& machine);
/// Both.
inline std::int64_t computeUnitsOf(const Context& context, const Mapping& mapping, const Machine& machine) {
  return chainUnitsOf(context, mapping, machine) + addressUnitsOf(context, mapping, machine);
}
/// PMUs of a memory: of an SRAM, those of *one* read; of a sparse memory, its parts.
std::int64_t pmusOf(const Memory& memory, const Machine& machine);
/// Address generators of a SparseDRAM.
std::int64_t generatorsOf(const Memory& memory);
/// PMUs of a FIFO that is deeper than those of the machine.
std::int64_t pmusOf(const Channel& channel, const Machine& machine);
/// By memory: the places that read it, each of which has a copy if it is an SRAM.
std::vector<std::int64_t> readsOf(const Mapping& mapping);
/// The number of the body that a context belongs to, among the copies of the loops around it.
std::size_t bodyOf(const Context& context);

}  // namespace stardust::capstan
