// A machine that runs stream graphs, as data: machines/sam/*.toml.
#pragma once

#include <cstdint>
#include <string>

#include "support/diagnostic.h"

namespace stardust::sam {

enum class Clocks : std::uint8_t { Global, Block };

/// A member for each row of machine.def, in a struct for each of its tables.
struct Machine {
#define PARAMETERS "sam/machine.def"
#include "machine/members.inc"
#undef PARAMETERS

  /// Whether an access of a scanner or of an array takes time of its own.
  bool hasMemory() const { return memory.latency > 0 || memory.bytesPerCycle > 0; }
};

/// Throws Error (user) with a caret for a missing, unknown, mistyped or out-of-range value, and for a TOML syntax
/// error.
Machine parseMachine(stardust::Source toml);

}  // namespace stardust::sam
