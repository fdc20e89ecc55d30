// The Capstan machine as data: everything the mapper and the simulator need to know, read from machines/*.toml.
#pragma once

#include <cstdint>
#include <string>

#include "support/diagnostic.h"

namespace stardust::capstan {

/// What a way between two units costs: nothing; its hops; its hops, and waiting where a link is shared.
enum class NetworkModel : std::uint8_t { Ideal, PointToPoint, Hybrid };

/// A member for each row of machine.def, in a struct for each of its tables.
struct Machine {
#define PARAMETERS "capstan/machine/machine.def"
#include "machine/members.inc"
#undef PARAMETERS

  std::int64_t wordsOfPmu() const { return std::int64_t{pmu.banks} * pmu.wordsPerBank; }
  /// Words that an address generator moves in a cycle.
  int wordsPerCycleOfAg() const { return ag.bytesPerCycle / 4; }
};

/// Throws Error (user) with a caret: a missing, unknown, mistyped or absurd value, TOML syntax.
Machine parseMachine(Source toml);

}  // namespace stardust::capstan
