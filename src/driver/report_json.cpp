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

Json program(const Compiled& compiled) {
  Json passes = Json::object();
  for (const PassTime& time : compiled.times) passes[time.pass] = passes.value(time.pass, 0.0) + time.seconds;
  return {{"lines", std::count(compiled.text.begin(), compiled.text.end(), '\n')},
          {"warnings", compiled.warnings.size()},
          {"secondsToText", compiled.secondsToText()},
          {"passSeconds", passes}};
}

Json plan(const placement::Plan& plan) {
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

Json conversions(const std::vector<Receipt>& receipts) {
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

Json refusal(const Diagnostic& refusal) {
  return {{"what", refusal.what},
          {"at", refusal.where ? refusal.where.text() : ""},
          {"why", refusal.why},
          {"remedy", refusal.remedy}};
}

Json transfers(const std::vector<Transfer>& transfers) {
  Json rows = Json::array();
  for (const Transfer& t : transfers)
    rows.push_back(
        {{"tensor", t.tensor}, {"to", t.toHost ? "host" : "accelerator"}, {"bytes", t.bytes}, {"why", t.why}});
  return rows;
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

Json stardustVersion() { return {{"version", STARDUST_VERSION}, {"git", STARDUST_GIT_ID}}; }

namespace {

Json settings(const Settings& all) {
  Json json = Json::object();
  for (const auto& [name, value] : all) json[name] = value.value;
  return json;
}

Json cpuJson(const Run& run) {
  const CpuCompiled& compiled = *run.cpu;
  Json json = {{"schedule", schedule::print(compiled.commands)},
               {"cin", {{"before", cin::print(compiled.concrete)}, {"after", cin::print(compiled.scheduled)}}},
               {"conversions", conversions(run.receipts)},
               {"lines", std::count(compiled.text.begin(), compiled.text.end(), '\n')}};
  if (!run.cpuTiming) return json;
  const CpuTiming& timing = *run.cpuTiming;
  json["threads"] = timing.threads;
  json["compiler"] = timing.compiler;
  json["cached"] = timing.compileSeconds == 0;
  json["compileSeconds"] = timing.compileSeconds;
  json["seconds"] = {{"median", timing.median()}, {"least", timing.least()}, {"runs", timing.seconds}};
  if (const std::string uneven = timing.unevenness(); !uneven.empty()) json["uneven"] = uneven;
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
  if (run.compiled) {
    json["schedule"] = schedule::print(run.compiled->commands);
    json["cin"] = {{"before", cin::print(run.compiled->concrete)}, {"after", cin::print(run.compiled->scheduled)}};
    json["plan"] = plan(run.compiled->plan);
    json["conversions"] = conversions(run.receipts);
    json["program"] = program(*run.compiled);
    json["resources"] = driver::json(run.compiled->resources.used);
    json["available"] = driver::json(run.compiled->resources.available);
  }
  if (run.refusal) json["refusal"] = refusal(*run.refusal);
  if (run.cpu) json["cpu"] = cpuJson(run);
  if (run.cpu || run.compiled) json["transfers"] = transfers(run.transfers);
  if (!run.timings.empty()) {
    const Timing& first = *run.timings.front();
    json["machine"] = {{"name", first.hardware.machineFile.name}, {"hash", first.hardware.machineFile.hash}};
    json.update(driver::json(first));
    Json all = Json::array();
    for (const auto& t : run.timings) all.push_back(driver::json(*t));
    json["memories"] = all;
  }
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
