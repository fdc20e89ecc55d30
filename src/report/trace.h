// What the units of a run did over time, as a trace that Perfetto and chrome://tracing show.
#pragma once

#include <string>
#include <vector>

#include "report/simulations.h"

namespace stardust::report {

/// Trace Event JSON. One microsecond of the viewer is one cycle.
/// A process is a kind of unit, a thread one unit, a slice what it did: "active", or the cause for which it waited
/// (sim::Activity). Shuffle networks and DRAM channels have slices while they are busy; the bytes of the DRAM are a
/// counter in GB/s. At most 60,000 slices for one simulation, some 4 MB: what is finer than `otherData.resolution`
/// cycles is left out.
std::string trace(const std::vector<Simulation>& simulations);

}  // namespace stardust::report
