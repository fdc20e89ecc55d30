// The plan as a table for the user.
#pragma once

#include <vector>

#include "capstan/plan/plan.h"

namespace stardust::placement {

/// "B2_pos", "B2_crd", "B_vals": levels count from 1, as in the paper.
std::string arrayName(const std::string& tensor, Part part, int level = 0);

std::vector<Row> rowsOf(const Plan& plan);

}  // namespace stardust::placement
