// The Capstan machine as data: all parameters of the mapper and the simulator, read from machines/*.toml.
#pragma once

#include <cstdint>
#include <string>

#include "support/diagnostic.h"

namespace stardust::capstan {

/// Cost of a route between two units: none; its hops; its hops, and contention on shared links.
enum class NetworkModel : std::uint8_t { Ideal, PointToPoint, Hybrid };

/// A member for each row of machine.def, in a struct for each of its tables.
struct Machine {
#define PARAMETERS "capstan/machine/machine.def"
#include "machine/members.inc"
#undef PARAMETERS

  std::int64_t wordsOfPmu() const { return std::int64_t{pmu.banks} * pmu.wordsPerBank; }
  /// Words that an address generator moves per cycle.
  int wordsPerCycleOfAg() const { return ag.bytesPerCycle / 4; }
};

/// Throws Error (user) with a caret for a missing, unknown, mistyped or out-of-range value, and for a TOML syntax
/// error.
Machine parseMachine(Source toml);

}  // namespace stardust::capstan
