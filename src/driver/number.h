// A number where a file could be named as well: 2.5, +5, -1e3, .5, inf.
#pragma once

#include <optional>
#include <string>

#include "support/diagnostic.h"

namespace stardust::driver {

/// Nothing if the text is no number. Throws Error (user) for one that no double holds.
std::optional<double> numberIn(const std::string& text, const Location& where);

}  // namespace stardust::driver
