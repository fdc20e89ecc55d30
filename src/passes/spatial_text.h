// From a plan to the Spatial program that is printed.
#pragma once

#include "passes/pass.h"

namespace stardust::passes {

/// lower-to-spatial, and all passes over Spatial. Pieces are cut where reads have no names; what they take from FIFOs
/// then needs none either.
const Way& toSpatialText();

}  // namespace stardust::passes
