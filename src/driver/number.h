// Numbers where a file name is also possible: 2.5, +5, -1e3, .5, inf, 1-2i.
#pragma once

#include <complex>
#include <optional>
#include <string>

#include "support/diagnostic.h"

namespace stardust::driver {

/// None if the text is not a number. Throws Error (user) for a number out of the range of double.
std::optional<double> numberIn(const std::string& text, const Location& where);
/// The same, also of a complex number: 1.5-2i, 3i, with i or j.
std::optional<std::complex<double>> complexIn(const std::string& text, const Location& where);

}  // namespace stardust::driver
