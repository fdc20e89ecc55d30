// From a plan to the Spatial program in its printed form.
#pragma once

#include "passes/pass.h"

namespace stardust::passes {

/// lower-to-spatial, followed by all passes over Spatial. The program is split into pieces where reads have no names,
/// since reads of FIFOs then need none either.
const Pipeline& toSpatialText();

}  // namespace stardust::passes
