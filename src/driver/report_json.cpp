// The report of a run as JSON, schema 1. Every field is described in docs/guide/report.md.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "driver/json_parts.h"
#include "driver/run.h"
#include "driver/run_timing.h"
#include "stardust_version.h"

namespace stardust::driver {
namespace {

Json tensors(const Run& run) {
  Json list = Json::array();
  for (const TensorSummary& t : run.tensors)
    list.push_back({{"name", t.tensor.name},
                    {"dims", t.tensor.dims},
                    {"format", toString(t.tensor.format)},
                    {"type", toString(t.tensor.type)},
                    {"stored", t.stored}});
  return list;
}

template <class T>
Json valueOf(T value) {
  if constexpr (std::is_floating_point_v<T>) return number(value);
  else return value;
}

Json resultOf(const Run& run) {
  Json json = {{"tensor", run.assignment.lhs.tensor.name},
               {"verified", run.verified()},
               {"against", "reference"},
               {"maxRelativeError", number(run.checked.comparison.maxRelativeError)},
               {"stored", run.checked.result.stored()}};
  if (!run.checked.comparison.difference.empty()) json["difference"] = run.checked.comparison.difference;
  if (run.checked.result.order() == 0) {
    const Values& values = run.checked.result.values;
    std::visit([&](const auto& v) { json["value"] = valueOf(v.at(0)); }, values);
  }
  return json;
}

Json refusal(const Diagnostic& refusal) {
  return {{"what", refusal.what},
          {"at", refusal.where ? refusal.where.text() : ""},
          {"why", refusal.why},
          {"remedy", refusal.remedy}};
}

}  // namespace

Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
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

Json stardustVersion() { return {{"version", STARDUST_VERSION}, {"git", STARDUST_GIT_ID}}; }

namespace {

Json settings(const Settings& all) {
  Json json = Json::object();
  for (const auto& [name, value] : all) json[name] = value.value;
  return json;
}

Json whole(const Run& run) {
  Json json = {{"schema", 2},
               {"stardust", stardustVersion()},
               {"kernel", run.name},
               {"expression", notation::print(run.assignment)},
               {"notes", run.notes},
               {"target", toString(run.request.target)},
               {"seed", run.seed},
               {"settings", settings(run.request.settings)},
               {"tensors", tensors(run)},
               {"result", resultOf(run)}};
  if (run.refusal) json["refusal"] = refusal(*run.refusal);
  for (const auto& product : run.products) product->addTo(json, run);
  json["verified"] = run.verified();  // of all memory systems, and of targets without one
  return json;
}

}  // namespace

std::string json(const Run& run) { return whole(run).dump(2) + "\n"; }

std::string json(const std::vector<Run>& runs) {
  Json json = whole(runs.back());
  for (std::size_t n = 0; n + 1 < runs.size(); ++n) json["earlier"].push_back(whole(runs[n]));
  return json.dump(2) + "\n";
}

}  // namespace stardust::driver
