// The decisions of a plan about loops and levels, for the user. Those about memories are its rows (rows.h).
#pragma once

#include <string>

#include "capstan/plan/plan.h"

namespace stardust::placement {

/// Three tables, in the order of the printed statement's loops: the coordinates that each loop visits; the candidate
/// rules for its contraction set, with the code of those that fired and the reason against the others; the location of
/// the position at each level of each operand.
std::string explainLoops(const Plan& plan);

/// "j_2 is j, in a loop inside k": a line for each renamed variable; empty if there is none.
std::string explainNames(const Plan& plan);

}  // namespace stardust::placement
