// Files that hold a text of the user: kernels and programs.
#pragma once

#include <string>

#include "support/diagnostic.h"

namespace stardust::driver {

/// Throws Error (user) at a file that is not there, with the file of a similar name beside it; at a directory; and at a
/// file that is empty or no text. `holds`: what the file is to hold, as in "a kernel, such as …".
Source readSource(const std::string& path, const std::string& holds);

/// "did you mean B.mtx?" for a file that is not there; else where paths are looked for.
std::string remedyForMissing(const std::string& path);

}  // namespace stardust::driver
