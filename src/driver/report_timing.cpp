#include "driver/report_timing.h"

#include <fmt/format.h>

#include <algorithm>

#include "capstan/placement/placement.h"
#include "driver/machines.h"
#include "driver/run.h"
#include "driver/run_timing.h"
#include "driver/words.h"
#include "sim/capstan/causes.h"
#include "support/table.h"

namespace stardust::driver {
namespace {

std::string percent(double fraction) { return fmt::format("{:.1f} %", 100 * fraction); }

std::string seconds(double s) {
  if (s < 1e-6) return fmt::format("{:.1f} ns", s * 1e9);
  if (s < 1e-3) return fmt::format("{:.2f} us", s * 1e6);
  if (s < 1) return fmt::format("{:.3f} ms", s * 1e3);
  return fmt::format("{:.3f} s", s);
}

std::string megabytes(std::int64_t bytes) { return fmt::format("{:.3f}", static_cast<double>(bytes) / 1e6); }

}  // namespace

std::string timingText(const Run& run) {
  TextTable table({"memory", "cycles", "time", "read MB", "written MB", "GB/s", "peak", "of peak", "simulated in"},
                  {1, 2, 3, 4, 5, 6, 7, 8});
  for (const auto& t : run.timings) {
    const double peak = t->hardware.memory.peakGbPerSecond();
    table.row({t->hardware.memoryFile.name, grouped(t->report.cycles), seconds(t->report.seconds),
               megabytes(t->report.readBytes), megabytes(t->report.writeBytes), fmt::format("{:.1f}", t->gbPerSecond()),
               peak > 0 ? fmt::format("{:.1f}", peak) : "unlimited", peak > 0 ? percent(t->gbPerSecond() / peak) : "",
               seconds(t->wallSeconds)});
  }
  const auto& machine = run.timings.front()->hardware;
  return fmt::format("timing on {} at {} GHz\n{}", machine.machineFile.name, machine.machine.clockGhz, table.str());
}

std::string resourcesText(const Run& run) {
  const auto& resources = run.compiled->resources;
  TextTable table({"serves", "does", "copies", "PCU", "PMU", "MC", "shuffle", "why"}, {2, 3, 4, 5, 6});
  const auto cell = [](std::int64_t n) { return n ? std::to_string(n) : std::string("."); };
  for (const auto& row : resources.rows)
    table.row({row.serves, row.does, std::to_string(row.copies), cell(row.units.pcu), cell(row.units.pmu),
               cell(row.units.mc), cell(row.units.shuffle), row.why});
  const auto of = [](std::int64_t used, std::int64_t have) { return fmt::format("{} of {}", used, have); };
  table.row({"all", "", "", of(resources.used.pcu, resources.available.pcu),
             of(resources.used.pmu, resources.available.pmu), of(resources.used.mc, resources.available.mc),
             of(resources.used.shuffle, resources.available.shuffle), ""});
  return "units used\n" + table.str();
}

std::string placementText(const Run& run) {
  const auto& mapping = run.compiled->mapping;
  return "placement   " +
         capstan::toString(capstan::place(mapping, loadMachine(run.request.machine, run.request.settings)), mapping);
}

namespace {

/// What the cycles of the busiest units went to.
std::string causesText(const Timing& timing) {
  const auto& row = timing.report.units[*timing.report.busiest];
  const double total = std::max(1.0, static_cast<double>(timing.report.cycles) * row.copies());
  TextTable table({"cause", "share", "what to try"}, {1});
  for (std::size_t a = 0; a < sim::activities; ++a) {
    const auto& cause = sim::causeOf(static_cast<sim::Activity>(a));
    if (row.cycles[a] > 0) table.row({cause.name, percent(static_cast<double>(row.cycles[a]) / total), cause.remedy});
  }
  return table.str();
}

}  // namespace

std::string stallsText(const Run& run) {
  const auto& timing = *run.timings.front();
  const auto& report = timing.report;
  std::string out = fmt::format("where the cycles went ({})\n", timing.hardware.memoryFile.name);
  if (report.recording && report.busiest) {
    const auto& row = report.units[*report.busiest];
    out += fmt::format("busiest compute units: {} for {}; {} of their lanes at work when active\n{}\n", row.copies(),
                       row.serves, percent(row.lanesAtWork()), causesText(timing));
  }
  TextTable table({"serves", "does", "copies", "active", "stall", "starve", "done"}, {2, 3, 4, 5, 6});
  for (const auto& row : report.units) {
    const auto share = [&](sim::Cycle cycles) {
      return percent(static_cast<double>(cycles) / std::max(1.0, static_cast<double>(report.cycles) * row.copies()));
    };
    table.row({row.serves, row.does, std::to_string(row.copies()), share(row.counters.active),
               share(row.counters.stall), share(row.counters.starve), share(row.counters.done)});
  }
  return out + table.str();
}

}  // namespace stardust::driver
