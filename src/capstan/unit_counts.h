// How many units one part of a mapping takes: what the resource report adds up and what the placer gives cells to.
#pragma once

#include "capstan/graph.h"
#include "capstan/machine.h"

namespace stardust::capstan {

/// PCUs of a context, in a chain: its operations by pipeline stages; of an access, what its PMU cannot compute.
int pcusOf(const Context& context, const Machine& machine);
/// PMUs of a memory: of an SRAM, those of *one* read; of a sparse memory, its parts.
int pmusOf(const Memory& memory, const Machine& machine);
/// Address generators of a SparseDRAM.
int generatorsOf(const Memory& memory);
/// PMUs of a FIFO that is deeper than those of the machine.
int pmusOf(const Channel& channel, const Machine& machine);
/// The number of the body that a context belongs to, among the copies of the loops around it.
std::size_t bodyOf(const Context& context);

}  // namespace stardust::capstan
