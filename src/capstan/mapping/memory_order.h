// Tokens that keep the uses of each memory, DRAM array and shared FIFO in program order, and the buffers of memories.
#pragma once

namespace stardust::capstan {

struct Walk;

/// Adds the tokens after all units exist. Linear in the number of uses, plus the pairs that wait for each other.
void orderUses(Walk& walk);

}  // namespace stardust::capstan
