// A DRAM system as data, read from machines/memory/*.toml.
#pragma once

#include <cstdint>
#include <string>

#include "support/diagnostic.h"

namespace stardust::machine {

/// A member for each row of memory.def.
struct MemorySystem {
#define PARAMETERS "machine/memory.def"
#include "machine/members.inc"
#undef PARAMETERS

  double peakGbPerSecond() const {
    return ideal ? 0 : channels * pseudoChannels * (busBits / 8.0) * megaTransfers / 1000.0;
  }
};

/// Throws Error (user) with a caret: TOML syntax, or a missing, unknown, mistyped or out-of-range value.
MemorySystem parseMemorySystem(Source toml);

}  // namespace stardust::machine
