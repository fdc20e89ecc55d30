// In which formats the accelerator, or the CPU, gets the tensors of a problem.
#pragma once

#include <vector>

#include "cin/concretize.h"
#include "driver/problem.h"
#include "driver/scheduled.h"

namespace stardust::driver {

/// The format with dense and compressed levels only that stores the same coordinates: singleton, non-unique and
/// bit-vector levels become compressed ones, so that uq is ss and db is ds. Mode order and region stay.
Format acceleratorFormat(const Format& format);

/// A problem as a target gets it, and its loops, from which a program is made.
struct Ready {
  Problem problem;
  Scheduled scheduled;
};

/// For compileFor, with a receipt for each conversion: every tensor in its acceleratorFormat, and the operands with
/// their levels in the order of the loops (cin::discordant), which are those of the scheduled statement. A tensor that
/// only some accesses read against its levels is copied for these, unless the schedule names expressions, which would
/// not be found again. Where the schedule has a `reorder`, the order of the loops is the user's: operands keep theirs,
/// and are searched. Throws as Scheduled and applyConversions, where what is unsupported is NoRule.
Ready forAccelerator(Problem problem, bool strict = false, const PassWatch& watch = {});

/// How the CPU reduces the terms of a sum: who schedules wants the loops that are written down.
cin::Sums sumsForCpu(const std::vector<schedule::Command>& commands);

/// The same for compileForCpu, whose loops read every level format: operands that the loops would have to search are
/// brought into their order, and a result gets dense and compressed levels. Throws as Scheduled and applyConversions.
Ready forCpu(Problem problem, bool strict = false, const PassWatch& watch = {});

}  // namespace stardust::driver
