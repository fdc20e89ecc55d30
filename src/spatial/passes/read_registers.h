// Registers are read where a number has to stand.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

/// Writes `register.value` for the registers that Scala would not read: see syntax::takesValues. Linear in the size of
/// the program.
Program withRegistersRead(Program program);

}  // namespace stardust::spatial
