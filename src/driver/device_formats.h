// In which formats the accelerator, or the CPU, gets the tensors of a problem.
#pragma once

#include <vector>

#include "cin/concretize.h"
#include "driver/problem.h"

namespace stardust::driver {

/// The format with dense and compressed levels only that stores the same coordinates: singleton, non-unique and
/// bit-vector levels become compressed ones, so that uq is ss and db is ds. Mode order and region stay.
Format acceleratorFormat(const Format& format);

/// The problem as it goes to compileFor, with a receipt for each conversion: every tensor in its acceleratorFormat, and
/// the operands with their levels in the order of the loops (cin::discordant). A tensor that only some accesses read
/// against its levels is copied for these, unless the schedule names expressions, which would not be found again. Where
/// the schedule has a `reorder`, the order of the loops is the user's: operands keep theirs, and are searched. Throws
/// as applyConversions, where what is unsupported is NoRule.
Problem forAccelerator(Problem problem, bool strict = false);

/// How the CPU reduces the terms of a sum: who schedules wants the loops that are written down.
cin::Sums sumsForCpu(const std::vector<schedule::Command>& commands);

/// The same for the CPU, whose loops read every level format: operands that the loops would have to search are brought
/// into their order, and a result gets dense and compressed levels. Throws as applyConversions.
Problem forCpu(Problem problem, bool strict = false);

}  // namespace stardust::driver
