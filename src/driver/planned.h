// The plan of a statement, as conversions and an order of its loops.
#pragma once

#include <vector>

#include "cin/concretize.h"
#include "driver/problem.h"
#include "planner/facts.h"

namespace stardust::driver {

/// The orders are those of cin::concretize. Empty: the formats decide.
struct Planned {
  cin::LoopOrders orders;
  std::vector<Conversion> conversions;
  std::vector<PlanRow> rows;  ///< the choice, also if the formats decide; empty: there was none
};

/// Whether the schedule leaves the order of the loops, and the formats, to a plan.
bool leavesChoice(const std::vector<schedule::Command>& commands);

/// The plan of `assignment`, which is the problem's in formats that the target reads. The facts are those of the
/// problem's data, or assumed ones (planner/facts.h). The formats decide if the schedule has a command about loops or
/// formats, if the statement cannot be planned, and unless the best candidate is `worthwhile` (planner/plan.h). If all
/// facts are assumed, it must also have no other tasks than the stored one for all data
/// (planner/tasks.h).
/// With Sums::Apart, the terms of a sum are planned one by one.
Planned planned(const Problem& problem, const notation::Assignment& assignment, cin::Sums sums,
                planner::Abilities abilities);

/// The conversions of the commands convert(…). Throws Error (user): no such tensor or access, or a format of another
/// order.
std::vector<Conversion> requestedConversions(const Problem& problem);

}  // namespace stardust::driver
