// The DRAM systems of machines/memory.
#pragma once

#include <memory>

#include "machine/memory.h"
#include "sim/engine/dram.h"

namespace stardust::sim {

/// Bursts of one channel are reordered (FR-FCFS within the queue). clockGhz: of the accelerator, to turn nanoseconds
/// into cycles.
std::unique_ptr<Dram> makeDram(const machine::MemorySystem& memory, double clockGhz);

}  // namespace stardust::sim
