// Memory limits: a process that exceeds the available memory fails with a message instead of being killed.
#pragma once

#include <cstdint>
#include <limits>

namespace stardust::tools {

/// The minimum for an error message.
inline constexpr std::uint64_t leastMemory = std::uint64_t{64} << 20;

/// From now on an allocation beyond the computer's free memory fails (std::bad_alloc). Without the limit the system
/// would grant it, and kill the process when it uses the memory. The process, and each process that it starts, takes at
/// most `most` bytes.
void limitMemory(std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// Division of this process's memory between parallel runs.
struct Share {
  int runs;             ///< number of parallel runs: less than requested if each would have too little memory to start
  std::uint64_t bytes;  ///< per run; 0: unlimited
};
Share shareMemory(int runs);

}  // namespace stardust::tools
