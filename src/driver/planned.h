// The plan of a statement, as conversions and an order of its loops.
#pragma once

#include <vector>

#include "driver/problem.h"

namespace stardust::driver {

/// Empty: the formats decide.
struct Planned {
  std::vector<notation::IndexVar> order;
  std::vector<Conversion> conversions;
  std::vector<PlanRow> rows;  ///< the choice, also if the formats decide; empty: there was none
};

/// The plan of `assignment`, which is the problem's in formats that the target reads. Facts are those of the problem's
/// data, or assumed ones (planner/facts.h). No order and no conversions if the schedule is about loops or formats, if
/// there is nothing to choose, and unless the best way takes at most `1 / worthwhile` of the estimated steps of that
/// which the formats ask for: estimates are no more exact than that.
inline constexpr double worthwhile = 2;
Planned planned(const Problem& problem, const notation::Assignment& assignment);

/// The conversions of the commands convert(…). Throws Error (user): no such tensor or access, or a format of another
/// order.
std::vector<Conversion> requestedConversions(const Problem& problem);

}  // namespace stardust::driver
