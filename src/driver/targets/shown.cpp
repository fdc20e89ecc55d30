#include "driver/targets/shown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "schedule/search.h"
#include "stardust_version.h"
#include "support/plural.h"
#include "support/text_table.h"

namespace stardust::driver {
namespace {

// The workspaces without a user's name.
std::string madeUp(const cin::Stmt& scheduled, const std::vector<schedule::Command>& commands) {
  const auto named = schedule::namedWorkspaces(commands);
  std::vector<std::string> names;
  for (const notation::Access& access : cin::allAccesses(scheduled)) {
    const notation::TensorVar& tensor = access.tensor;
    if (tensor.workspace && !named.count(tensor.name) && !notation::contains(names, tensor.name))
      names.push_back(tensor.name);
  }
  return names.empty()
             ? ""
             : fmt::format("  introduced: the workspace{} {}\n", names.size() > 1 ? "s" : "", fmt::join(names, ", "));
}

}  // namespace

std::string cinText(const cin::Stmt& concrete, const cin::Stmt& scheduled,
                    const std::vector<schedule::Command>& commands) {
  return fmt::format("cin before the schedule\n  {}\ncin after the schedule\n  {}\n{}", cin::print(concrete),
                     cin::print(scheduled), madeUp(scheduled, commands));
}

std::string planText(const std::vector<PlanRow>& plan) {
  if (plan.size() < 2) return {};
  TextTable table({"plan", "estimated steps"}, {1});
  for (const PlanRow& row : plan)
    if (row.dominatedBy.empty() || row.isTaken || row.isStored)
      table.row({(row.isTaken ? "* " : "  ") + row.schedule, fmt::format("{:.3g}", row.steps)});
  std::string text = table.str();
  for (const PlanRow& row : plan)
    if (!row.dominatedBy.empty()) text += fmt::format("dominated   {} by {}\n", row.schedule, row.dominatedBy);
  return text;
}

std::string scheduleText(const std::vector<schedule::Command>& commands) {
  return fmt::format("schedule    {}\n", commands.empty() ? "none" : schedule::print(commands));
}

std::string secondsText(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.1f} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

std::string timeText(const CpuTiming& timing, const std::string& where) {
  const auto runs = timing.seconds.size();
  if (runs == 1)
    return fmt::format("time        {:.4g} ms{}, the first run (--time=20 repeats it)\n", timing.seconds[0] * 1e3,
                       where);
  const std::string uneven = timing.unevenness();
  return fmt::format("time        {:.4g} ms (median of {}, the least {:.4g} ms){}\n{}", timing.median() * 1e3,
                     counted(runs, "run"), timing.least() * 1e3, where,
                     uneven.empty() ? "" : fmt::format("            uneven: {}\n", uneven));
}

Json json(const CpuTiming& timing) {
  return {{"median", timing.median()}, {"least", timing.least()}, {"runs", timing.seconds}};
}

std::string notKeptText(const std::string& refusal) {
  return refusal.empty()
             ? ""
             : fmt::format("            and not kept: {} (XDG_CACHE_HOME can name another directory)\n", refusal);
}

std::string timesText(const std::vector<PassTime>& times) {
  TextTable table({"pass", "ms"}, {1});
  for (const PassTime& time : times) table.row({time.pass, fmt::format("{:.3f}", time.seconds * 1e3)});
  return table.str();
}

std::string print(const std::vector<Receipt>& receipts) {
  TextTable table({"tensor", "from", "to", "stored", "bytes", "ms", "why"}, {3, 4, 5});
  for (const Receipt& r : receipts)
    table.row({r.ofResult       ? r.tensor + " (result)"
               : r.copy.empty() ? r.tensor
                                : r.tensor + " as " + r.copy,
               toString(r.from), toString(r.to), grouped(r.stored), grouped(r.bytes),
               fmt::format("{:.3f}", r.seconds * 1e3), r.why});
  return table.str();
}

std::string print(const std::vector<Transfer>& transfers) {
  TextTable table({"tensor", "to", "bytes", "why"}, {2});
  for (const Transfer& t : transfers) table.row({t.tensor, t.toHost ? "host" : "accelerator", grouped(t.bytes), t.why});
  return table.str();
}

std::string hostText(const Run& run) {
  std::string out;
  if (run.refusal) out += fmt::format("on the host {}\n{}", run.expression(), render(*run.refusal));
  if (!run.receipts.empty()) out += "converted on the host\n" + print(run.receipts);
  if (!run.transfers.empty()) out += "moved between the host's memory and the accelerator's\n" + print(run.transfers);
  return out;
}

Flag artifactFlag() {
  return {"artifact", "DIR",
          "also write a folder that builds elsewhere: programs and data for Spatial's compiler, or C for the CPU",
          false};
}

Flag reportFlag() { return {"report", "FILE.html", "also write a page that shows where the time went"}; }

Json stardustVersion() { return {{"version", STARDUST_VERSION}, {"git", STARDUST_GIT_ID}}; }

Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json json(const std::vector<PlanRow>& plan) {
  Json list = Json::array();
  for (const PlanRow& row : plan) {
    list.push_back({{"schedule", row.schedule}, {"steps", number(row.steps)}, {"taken", row.isTaken}});
    if (!row.dominatedBy.empty()) list.back()["dominatedBy"] = row.dominatedBy;
  }
  return list;
}

Json json(const capstan::Units& u) { return {{"PCU", u.pcu}, {"PMU", u.pmu}, {"MC", u.mc}, {"shuffle", u.shuffle}}; }

namespace {

Json stalls(const sim::Report& report) {
  Json list = Json::array();
  for (const auto& row : report.units)
    list.push_back({{"unit", row.unit},
                    {"name", row.name},
                    {"serves", row.serves},
                    {"does", row.does},
                    {"copies", row.copies()},
                    {"active", row.counters.active},
                    {"stall", row.counters.stall},
                    {"starve", row.counters.starve},
                    {"done", row.counters.done}});
  Json json = {{"units", list}};
  if (!report.recording || !report.busiest) return json;
  const auto& busiest = report.units[*report.busiest];
  const double total = std::max(1.0, static_cast<double>(report.cycles) * busiest.copies());
  json["busiest"] = *report.busiest;
  json["lanesAtWork"] = busiest.lanesAtWork();
  for (std::size_t a = 0; a < sim::activities; ++a)
    json["breakdown"][sim::toString(static_cast<sim::Activity>(a))] = static_cast<double>(busiest.cycles[a]) / total;
  return json;
}

}  // namespace

Json json(const Timing& t) {
  return {{"memory", t.hardware.memoryFile.name},
          {"memoryHash", t.hardware.memoryFile.hash},
          {"verified", t.checked.verified()},
          {"cycles", t.report.cycles},
          {"seconds", t.report.seconds},
          {"dram",
           {{"readBytes", t.report.readBytes},
            {"writeBytes", t.report.writeBytes},
            {"gbPerSecond", t.gbPerSecond()},
            {"peakGbPerSecond", t.hardware.memory.peakGbPerSecond()},
            {"rowHits", t.report.dram.rowHits},
            {"rowMisses", t.report.dram.rowMisses},
            {"rowConflicts", t.report.dram.rowConflicts},
            {"refreshes", t.report.dram.refreshes}}},
          {"vectorOperations", t.report.vectorOperations},
          {"laneOperations", t.report.laneOperations},
          {"stalls", stalls(t.report)},
          {"simulator",
           {{"seconds", t.wallSeconds},
            {"cyclesPerSecond", t.wallSeconds > 0 ? static_cast<double>(t.report.cycles) / t.wallSeconds : 0.0}}}};
}

Json json(const std::vector<Receipt>& receipts) {
  Json rows = Json::array();
  for (const Receipt& r : receipts)
    rows.push_back({{"tensor", r.tensor},
                    {"copy", r.copy},
                    {"from", toString(r.from)},
                    {"to", toString(r.to)},
                    {"when", r.ofResult ? "after" : "before"},
                    {"stored", r.stored},
                    {"bytes", r.bytes},
                    {"seconds", r.seconds},
                    {"why", r.why}});
  return rows;
}

Json json(const std::vector<Transfer>& transfers) {
  Json rows = Json::array();
  for (const Transfer& t : transfers)
    rows.push_back(
        {{"tensor", t.tensor}, {"to", t.toHost ? "host" : "accelerator"}, {"bytes", t.bytes}, {"why", t.why}});
  return rows;
}

}  // namespace stardust::driver
