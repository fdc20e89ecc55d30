// Report parts of the CPU.

#include <fmt/format.h>

#include <algorithm>

#include "driver/run.h"
#include "driver/targets/cpu.h"
#include "driver/targets/cpu_profile_report.h"
#include "driver/targets/shown.h"
#include "support/plural.h"

namespace stardust::driver {

namespace {

std::string programLine(const CpuProduct& made) {
  double seconds = 0;
  for (const PassTime& time : made.compiled.times) seconds += time.seconds;
  std::string out = fmt::format("program     {} of C in {:.2f} ms",
                                counted(std::count(made.compiled.text.begin(), made.compiled.text.end(), '\n'), "line"),
                                seconds * 1e3);
  if (!made.timing) return out + "\n";
  const CpuTiming& timing = *made.timing;
  if (timing.compileSeconds == 0) return out + ", compiled before\n";
  out += fmt::format(", compiled by {} in {:.0f} ms\n", timing.compiler, timing.compileSeconds * 1e3);
  return out + notKeptText(timing.cacheRefusal);
}

std::string timingLine(const CpuTiming& timing, const Run& run) {
  const std::string threads = counted(timing.threads, "thread");
  if (run.refusal) return fmt::format("time        {:.4g} ms on {} of the host\n", timing.seconds[0] * 1e3, threads);
  return timeText(timing, " on " + threads);
}

Json cpuJson(const CpuProduct& made, const Run& run) {
  const CpuCompiled& compiled = made.compiled;
  Json report = {{"schedule", schedule::print(compiled.commands)},
                 {"cin", {{"before", cin::print(compiled.concrete)}, {"after", cin::print(compiled.scheduled)}}},
                 {"candidates", json(run.plan)},
                 {"conversions", json(run.receipts)},
                 {"lines", std::count(compiled.text.begin(), compiled.text.end(), '\n')}};
  if (!made.timing) return report;
  const CpuTiming& timing = *made.timing;
  report["threads"] = timing.threads;
  report["compiler"] = timing.compiler;
  report["cached"] = timing.compileSeconds == 0;
  report["compileSeconds"] = timing.compileSeconds;
  report["seconds"] = json(timing);
  if (const std::string uneven = timing.unevenness(); !uneven.empty()) report["uneven"] = uneven;
  if (made.profile) report["profile"] = json(*made.profile);
  return report;
}

}  // namespace

std::vector<TextPart> CpuBackend::parts() const {
  return {{"expression"}, {"cin"},          {"schedule"},     {"loops"},         {"c"},
          {"program"},    {"result", true}, {"timing", true}, {"profile", true}, {"times"}};
}

std::string CpuBackend::whyNotShown(const std::string& part) const {
  if (part == "profile") return "only runs with a right result are profiled";
  return part == "plan" ? "memories are planned for the accelerator, and no tensor is converted or moved" : "";
}

std::string CpuProduct::text(const Run& run, const std::string& part, const std::string&) const {
  if (part == "cin") return planText(run.plan) + cinText(compiled.concrete, compiled.scheduled, compiled.commands);
  if (part == "plan") return hostText(run);
  if (part == "schedule") return scheduleText(compiled.commands);
  if (part == "loops") return loops::print(compiled.function);
  if (part == "c") return compiled.text;
  if (part == "program") return programLine(*this);
  if (part == "times") return timesText(compiled.times);
  if (part == "timing" && timing) return timingLine(*timing, run);
  if (part == "profile" && profile) return profileText(*profile);
  return {};
}

void CpuProduct::addTo(Report& report) const {
  if (timing) report.seconds = timing->median();
}

void CpuProduct::addTo(Json& report, const Run& run) const {
  report["cpu"] = cpuJson(*this, run);
  report["transfers"] = json(run.transfers);
}

}  // namespace stardust::driver
