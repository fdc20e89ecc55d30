// Spatial programs in the form in which the compiler prints them.
#pragma once

#include "spatial/spatial.h"

namespace stardust::driver {

/// Reads such a program. Throws Error (user) at another text; at a program written by hand, which may say more than
/// this form does, with the command that takes it.
spatial::Program parsePrinted(const Source& source);
/// Whether it is one.
bool isPrinted(const Source& source);

}  // namespace stardust::driver
