// Explicit register reads.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Writes `register.value` for the registers that Scala would not read implicitly: see syntax::takesValues. Linear in
/// the size of the program.
Program withRegistersRead(Program program);

}  // namespace stardust::spatial
