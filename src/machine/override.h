// Overrides of single parameters of a description.
#pragma once

#include <string>

#include "machine/description.h"

namespace stardust::machine {

/// The description with a new value for the parameter at a dotted path, "ag.outstandingBursts". The value is TOML;
/// strings may omit the quotes. The hash is computed from the new text. Parsing the description checks the value.
/// Throws Error (user) at `where`: unknown parameter.
Description withParameter(Description description, const std::string& path, const std::string& value,
                          const Location& where);

}  // namespace stardust::machine
