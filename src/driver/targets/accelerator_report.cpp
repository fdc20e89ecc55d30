// Report parts of accelerator programs.

#include <fmt/format.h>

#include <algorithm>

#include "capstan/placement/placement.h"
#include "capstan/plan/explain.h"
#include "driver/machines.h"
#include "driver/run.h"
#include "driver/targets/accelerator.h"
#include "driver/targets/shown.h"
#include "sim/capstan/causes.h"
#include "support/plural.h"
#include "support/text_table.h"

namespace stardust::driver {
namespace {

std::string percent(double fraction) { return fmt::format("{:.1f} %", 100 * fraction); }

std::string megabytes(std::int64_t bytes) { return fmt::format("{:.3f}", static_cast<double>(bytes) / 1e6); }

std::string timing(const AcceleratorProduct& made) {
  TextTable table({"memory", "cycles", "time", "read MB", "written MB", "GB/s", "peak", "of peak", "simulated in"},
                  {1, 2, 3, 4, 5, 6, 7, 8});
  for (const auto& t : made.timings) {
    const double peak = t->hardware.memory.peakGbPerSecond();
    table.row({t->hardware.memoryFile.name, grouped(t->report.cycles), secondsText(t->report.seconds),
               megabytes(t->report.readBytes), megabytes(t->report.writeBytes), fmt::format("{:.1f}", t->gbPerSecond()),
               peak > 0 ? fmt::format("{:.1f}", peak) : "unlimited", peak > 0 ? percent(t->gbPerSecond() / peak) : "",
               secondsText(t->wallSeconds)});
  }
  const auto& machine = made.timings.front()->hardware;
  return fmt::format("timing on {} at {} GHz\n{}", machine.machineFile.name, machine.machine.clockGhz, table.str());
}

std::string resources(const Compiled& compiled) {
  const auto& resources = compiled.resources;
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

std::string placed(const Run& run, const Compiled& compiled) {
  const auto& mapping = compiled.mapping;
  return "placement   " +
         capstan::toString(capstan::place(mapping, loadMachine(run.request.machine, run.request.settings)), mapping);
}

/// The distribution of the busiest units' cycles over causes.
std::string causesText(const Timing& timing) {
  const auto& row = timing.report.units[*timing.report.busiest];
  const double total = std::max(1.0, static_cast<double>(timing.report.cycles) * row.copies());
  TextTable table({"cause", "share", "remedy"}, {1});
  for (std::size_t a = 0; a < sim::activities; ++a) {
    const auto& cause = sim::causeOf(static_cast<sim::Activity>(a));
    if (row.cycles[a] > 0) table.row({cause.name, percent(static_cast<double>(row.cycles[a]) / total), cause.remedy});
  }
  return table.str();
}

std::string stalls(const Timing& timing) {
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

std::string programLine(const Compiled& compiled, const std::string& file) {
  const auto lines = std::count(compiled.text.begin(), compiled.text.end(), '\n');
  std::string out =
      fmt::format("program     {} of Spatial in {:.2f} ms, {}parsed back and verified", counted(lines, "line"),
                  compiled.secondsToText() * 1e3, file.empty() ? "" : "written to " + file + ", ");
  const auto warnings = compiled.warnings.size();
  out += warnings ? fmt::format(" ({})\n", counted(warnings, "warning")) : "\n";
  for (const auto& finding : compiled.warnings)
    out += fmt::format("  [{}] {}\n", finding.rule, finding.diagnostic.what);
  return out;
}

std::string plan(const Run& run, const placement::Plan& plan) {
  return "memory plan\n" + placement::print(plan) + placement::explainNames(plan) + hostText(run);
}

Json programJson(const Compiled& compiled) {
  Json passes = Json::object();
  for (const PassTime& time : compiled.times) passes[time.pass] = passes.value(time.pass, 0.0) + time.seconds;
  return {{"lines", std::count(compiled.text.begin(), compiled.text.end(), '\n')},
          {"warnings", compiled.warnings.size()},
          {"secondsToText", compiled.secondsToText()},
          {"passSeconds", passes}};
}

Json planJson(const placement::Plan& plan) {
  Json rows = Json::array();
  for (const auto& row : plan.rows)
    rows.push_back({{"array", row.array},
                    {"access", row.access},
                    {"memory", placement::toString(row.memory)},
                    {"words", row.words},
                    {"loop", row.site},
                    {"transfer", row.transfer},
                    {"why", row.why}});
  return rows;
}

}  // namespace

std::vector<TextPart> AcceleratorBackend::parts() const {
  std::vector<TextPart> parts = {{"expression"}, {"cin"},     {"plan"},    {"iteration"},
                                 {"schedule"},   {"spatial"}, {"program"}, {"result", true}};
  if (simulates()) parts.push_back({"timing", true});
  parts.push_back({"resources"});
  parts.push_back({"placement"});
  if (simulates()) parts.push_back({"stalls", true});
  parts.push_back({"times"});
  return parts;
}

std::string AcceleratorProduct::text(const Run& run, const std::string& part, const std::string& file) const {
  if (part == "cin") return planText(run.plan) + cinText(compiled.concrete, compiled.scheduled, compiled.commands);
  if (part == "plan") return plan(run, compiled.plan);
  if (part == "iteration") return placement::explainLoops(compiled.plan);
  if (part == "schedule") return scheduleText(compiled.commands);
  if (part == "spatial") return compiled.text;
  if (part == "program") return programLine(compiled, file);
  if (part == "resources") return resources(compiled);
  if (part == "placement") return placed(run, compiled);
  if (part == "times") return timesText(compiled.times);
  if (part == "timing" && !timings.empty()) return timing(*this);
  if (part == "stalls" && !timings.empty()) return stalls(*timings.front());
  return {};
}

void AcceleratorProduct::addTo(Report& report) const {
  if (timings.empty()) return;
  const sim::Report& timing = timings.front()->report;
  report.cycles = timing.cycles;
  report.seconds = timing.seconds;
  report.dramReadBytes = timing.readBytes;
  report.dramWriteBytes = timing.writeBytes;
}

void AcceleratorProduct::addTo(Json& report, const Run& run) const {
  report["schedule"] = schedule::print(compiled.commands);
  report["cin"] = {{"before", cin::print(compiled.concrete)}, {"after", cin::print(compiled.scheduled)}};
  report["plan"] = planJson(compiled.plan);
  report["candidates"] = json(run.plan);
  report["conversions"] = json(run.receipts);
  report["program"] = programJson(compiled);
  report["resources"] = json(compiled.resources.used);
  report["available"] = json(compiled.resources.available);
  report["transfers"] = json(run.transfers);
  if (timings.empty()) return;
  const Timing& first = *timings.front();
  report["machine"] = {{"name", first.hardware.machineFile.name}, {"hash", first.hardware.machineFile.hash}};
  report.update(json(first));
  Json all = Json::array();
  for (const auto& t : timings) all.push_back(json(*t));
  report["memories"] = all;
}

}  // namespace stardust::driver
