// Numbers where a file name is also possible: 2.5, +5, -1e3, .5, inf.
#pragma once

#include <optional>
#include <string>

#include "support/diagnostic.h"

namespace stardust::driver {

/// None if the text is not a number. Throws Error (user) for a number out of the range of double.
std::optional<double> numberIn(const std::string& text, const Location& where);

}  // namespace stardust::driver
