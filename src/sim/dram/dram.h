// Makes the DRAM systems of machines/memory.
#pragma once

#include <memory>

#include "machine/memory.h"
#include "sim/engine/dram.h"

namespace stardust::sim {

/// The bursts of one channel are reordered (FR-FCFS within the queue). clockGhz: clock of the accelerator, to convert
/// nanoseconds to cycles.
std::unique_ptr<Dram> makeDram(const machine::MemorySystem& memory, double clockGhz);

}  // namespace stardust::sim
