// Explanations of decisions; internal to the room.
#pragma once

#include "spatial/dsl/dsl.h"
#include "spatial/profile/run.h"

namespace stardust::profile {

/// The current decisions, after an Accel has been staged.
std::vector<Explanation::Row> rowsOf(const dsl::Dsl& dsl);

}  // namespace stardust::profile
