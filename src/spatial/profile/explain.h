// Decisions as rows for people; internal to the room.
#pragma once

#include "spatial/dsl/dsl.h"
#include "spatial/profile/run.h"

namespace stardust::profile {

/// Those that stand after an Accel has been staged.
std::vector<Explanation::Row> rowsOf(const dsl::Dsl& dsl);

}  // namespace stardust::profile
