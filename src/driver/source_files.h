// Text files of the user: kernels and programs.
#pragma once

#include <string>

#include "support/diagnostic.h"

namespace stardust::driver {

/// Throws Error (user) for a missing file, with the nearest file name; for a directory; and for a file that is empty or
/// not a text. `holds`: the expected contents, as in "a kernel, such as …".
Source readSource(const std::string& path, const std::string& holds);

/// "did you mean B.mtx?" for a missing file; otherwise the place where paths are searched.
std::string remedyForMissing(const std::string& path);

}  // namespace stardust::driver
