// The decisions of a plan about loops and levels, for people; those about memories are its rows (rows.h).
#pragma once

#include <string>

#include "capstan/plan/plan.h"

namespace stardust::placement {

/// Three tables, for the loops in the order in which the statement prints them: what each loop visits; the rules that
/// were candidates for its contraction set, with what those that fired emit and why the others did not; how the
/// position at each level of each operand is found.
std::string explainLoops(const Plan& plan);

/// "j_2 is j, in a loop inside k": a line for each variable that the user calls otherwise; empty if there is none.
std::string explainNames(const Plan& plan);

}  // namespace stardust::placement
