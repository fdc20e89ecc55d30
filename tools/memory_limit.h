// A process that takes more memory than there is fails with a message, and is not killed.
#pragma once

#include <cstdint>
#include <limits>

namespace stardust::tools {

/// With less, not even a message can be made.
inline constexpr std::uint64_t leastMemory = std::uint64_t{64} << 20;

/// From here on, an allocation beyond what the computer has free fails (std::bad_alloc), where the system would give it
/// and end the process once it is used. The process takes at most `most` bytes in all, and so does each that it starts.
void limitMemory(std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// How so many runs at a time share what this process may take.
struct Share {
  int runs;             ///< at a time: fewer than wanted where each would have too little to start
  std::uint64_t bytes;  ///< of each; 0 where nothing is limited
};
Share shareMemory(int runs);

}  // namespace stardust::tools
