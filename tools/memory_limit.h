// A process that takes more memory than there is fails with a message, and is not killed.
#pragma once

#include <cstdint>

namespace stardust::tools {

/// From here on, an allocation beyond what the computer has free fails (std::bad_alloc), where the system would give it
/// and end the process once it is used.
void limitMemory();

/// The part of what is free that each of so many runs at a time may take; 0 where nothing is limited.
std::uint64_t memoryOfEach(int runs);

}  // namespace stardust::tools
