// Spatial programs in the compiler's printed form.
#pragma once

#include "spatial/spatial.h"

namespace stardust::driver {

/// Parses such a program. Throws Error (user) for any other text; for a hand-written program, which may use more of the
/// language, with the command that accepts it.
spatial::Program parsePrinted(const Source& source);
/// Whether the text is such a program.
bool isPrinted(const Source& source);

}  // namespace stardust::driver
