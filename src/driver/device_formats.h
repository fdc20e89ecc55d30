// The formats in which the accelerator, or the CPU, receives the tensors of a problem.
#pragma once

#include <vector>

#include "cin/concretize.h"
#include "driver/computed.h"
#include "driver/problem.h"
#include "driver/scheduled.h"
#include "planner/facts.h"

namespace stardust::driver {

/// The format that stores the same coordinates with dense and compressed levels only: singleton, non-unique and
/// bit-vector levels become compressed, so that uq becomes ss, and db becomes ds. Mode order and region stay the same.
Format acceleratorFormat(const Format& format);

/// A problem as a target receives it, with its scheduled loops, the input of compilation.
struct Ready {
  Problem problem;
  Scheduled scheduled;
  ViewsInPlace inPlace = {};  ///< of the CPU
};

/// Prepares a problem for compileFor, with a receipt for each conversion: every tensor in its acceleratorFormat, and
/// the levels of operands in the order of the scheduled statement's loops (cin::discordant).
///
/// A tensor that only some accesses read against its levels is copied for these accesses, unless the schedule names
/// expressions, which it would then not find. If the schedule has a `reorder`, the user has chosen the loop order:
/// operands keep their order and are searched. Throws as Scheduled and applyConversions, with NoRule for unsupported
/// statements.
Ready forAccelerator(Problem problem, bool strict = false, const PassWatch& watch = {});

/// The same for SAM: dense and compressed levels, and the terms of a sum in one nest of loops, whose streams are
/// joined.
Ready forSam(Problem problem, bool strict = false, const PassWatch& watch = {});

/// How a target reduces the terms of a sum: a user who schedules gets the written loops.
cin::Sums sumsFor(const std::vector<schedule::Command>& commands);

/// Techniques of the loops of the CPU beyond merging fibers.
inline constexpr planner::Abilities cpuAbilities{
    .scattersInvariantFibers = true, .readsLines = true, .mergedStep = 4, .skipsAhead = true, .lookedUpStep = 2};

/// The same for compileForCpu, whose loops read every level format. Operands that the loops would search are sorted
/// into loop order, and a result gets dense and compressed levels. Throws as Scheduled and applyConversions.
Ready forCpu(Problem problem, bool strict = false, const PassWatch& watch = {},
             planner::Abilities abilities = cpuAbilities);

}  // namespace stardust::driver
