// The activity of a run's units over time, as a trace for Perfetto and chrome://tracing.
#pragma once

#include <string>
#include <vector>

#include "report/simulations.h"

namespace stardust::report {

/// Trace Event JSON. One microsecond in the viewer is one cycle. A process is a kind of unit, a thread is a unit, a
/// slice is its activity: "active", or the cause of its wait (sim::Activity). Shuffle networks and DRAM channels have
/// slices while they are busy; the bytes of the DRAM are a counter in GB/s. A simulation has at most 60,000 slices,
/// some 4 MB; activities shorter than `otherData.resolution` cycles are omitted.
std::string trace(const std::vector<Simulation>& simulations);

}  // namespace stardust::report
