// A processor as data, read from machines/cpu/*.toml: from how much on a form of a loop pays.
#pragma once

#include <cstdint>
#include <string>

#include "support/diagnostic.h"

namespace stardust::machine {

/// A member for each row of processor.def. Without a description: the one that was measured.
struct Processor {
#define PARAMETERS "machine/processor.def"
#include "machine/members.inc"
#undef PARAMETERS
};

/// Throws Error (user) with a caret: a missing, unknown, mistyped or absurd value, TOML syntax.
Processor parseProcessor(Source toml);

}  // namespace stardust::machine
