// A processor as data, read from machines/cpu/*.toml: the thresholds from which each loop form is profitable.
#pragma once

#include <cstdint>
#include <string>

#include "support/diagnostic.h"

namespace stardust::machine {

/// A member for each row of processor.def. The defaults are those of the measured processor.
struct Processor {
#define PARAMETERS "machine/processor.def"
#include "machine/members.inc"
#undef PARAMETERS
};

/// Throws Error (user) with a caret: TOML syntax, or a missing, unknown, mistyped or out-of-range value.
Processor parseProcessor(Source toml);

}  // namespace stardust::machine
