// Programs over `n` words of ones, with a DRAM of fixed latency.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>

#include "fixed_dram.h"
#include "programs.h"

namespace stardust::sim {

/// `accel` with x_dram and y_dram of 65536 words, n and out. The counters of each unit add up to the cycles of the run.
inline Report runCounted(const std::string& accel, int n, const capstan::Machine& machine, Cycle latency = 1) {
  const auto host =
      "val x = loadCSV1D[T](\"x.csv\")\nval x_dram = DRAM[T](x.length); setMem(x_dram, x)\nval n = ArgIn[Int]; setArg(n, " +
      std::to_string(n) + ")\nval y_dram = DRAM[T](x.length)\nval out = ArgOut[T]\n";
  FixedDram dram(latency);
  auto report = simulate(mapText(host, accel), {{"x.csv", ints(std::vector<int>(65536, 1))}}, machine, dram, false);
  for (const auto& row : report.units) {
    const auto& c = row.counters;
    CHECK(c.active + c.stall + c.starve + c.done == report.cycles * row.copies());
  }
  return report;
}

/// From the last firing of a reduction to that of the consumer of its result.
inline Cycle reductionOf(const capstan::Machine& m) {
  return m.pcu.stages + m.pcu.reduceLatency + m.network.fixedCycles;
}
/// The same for one lane: only the accumulator.
inline Cycle scalarReductionOf(const capstan::Machine& m) { return m.pcu.stages + 1 + m.network.fixedCycles; }

inline const Counters& countersOf(const Report& report, const std::string& unit, const std::string& name) {
  const auto row = std::find_if(report.units.begin(), report.units.end(),
                                [&](const UnitRow& r) { return r.unit == unit && r.name == name; });
  REQUIRE(row != report.units.end());
  return row->counters;
}

}  // namespace stardust::sim
