// The report of a run for people: one function for each part.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "driver/conversions.h"
#include "driver/report_cpu.h"
#include "driver/report_timing.h"
#include "driver/run.h"
#include "driver/words.h"
#include "placement/explain.h"
#include "support/plural.h"
#include "support/table.h"

namespace stardust::driver {
namespace {

std::string expression(const Run& run) {
  std::string out = fmt::format("expression  {}\n", notation::print(run.assignment));
  for (const std::string& note : run.notes) out += fmt::format("note        {}\n", note);
  if (run.tensors.empty()) return out;
  TextTable table({"tensor", "extents", "format", "type", "stored"}, {4});
  for (const TensorSummary& t : run.tensors)
    table.row({t.tensor.name, fmt::format("{}", fmt::join(t.tensor.dims, " x ")), toString(t.tensor.format),
               toString(t.tensor.type), grouped(t.stored)});
  return out + table.str() + fmt::format("random operands come from seed {}\n", run.seed);
}

// What every way of compiling has.
template <class AnyCompiled>
std::string cin(const AnyCompiled& c) {
  return fmt::format("cin before the schedule\n  {}\ncin after the schedule\n  {}\n", cin::print(c.concrete),
                     cin::print(c.scheduled));
}
template <class AnyCompiled>
std::string schedule(const AnyCompiled& c) {
  return "schedule    " + schedule::print(c.commands) + "\n";
}
template <class AnyCompiled>
std::string times(const AnyCompiled& c) {
  TextTable table({"pass", "ms"}, {1});
  for (const PassTime& time : c.times) table.row({time.pass, fmt::format("{:.3f}", time.seconds * 1e3)});
  return table.str();
}

std::string plan(const Run& run) { return "memory plan\n" + placement::print(run.compiled->plan) + hostText(run); }
std::string iteration(const Run& run) { return placement::explainLoops(run.compiled->plan); }
std::string spatial(const Run& run) { return run.compiled->text; }

std::string program(const Run& run, const std::string& file) {
  const auto lines = std::count(run.compiled->text.begin(), run.compiled->text.end(), '\n');
  std::string out =
      fmt::format("program     {} of Spatial in {:.2f} ms, {}parsed back and verified", counted(lines, "line"),
                  run.compiled->secondsToText() * 1e3, file.empty() ? "" : "written to " + file + ", ");
  const auto warnings = run.compiled->warnings.size();
  out += warnings ? fmt::format(" ({})\n", counted(warnings, "warning")) : "\n";
  for (const auto& finding : run.compiled->warnings)
    out += fmt::format("  [{}] {}\n", finding.rule, finding.diagnostic.what);
  return out;
}

std::string result(const Run& run) {
  const auto& checked = run.checked;
  const TensorSummary& result = run.tensors.back();
  const std::string what = fmt::format("{} with {} stored {}", result.tensor.name, grouped(result.stored),
                                       plural(result.stored, "entry", "entries"));
  if (run.request.target == Target::Oracle) return fmt::format("result      {}, from the reference evaluator\n", what);
  const std::string where =
      run.refusal ? fmt::format("; computed on the host, not on the accelerator: {}", run.refusal->what) : "";
  if (run.verified())
    return fmt::format("result      {}: right, compared in full with the reference (largest relative error {:.2g}){}\n",
                       what, checked.comparison.maxRelativeError, where);
  std::string out = fmt::format("result      WRONG: {}\n", checked.comparison.difference);
  for (const auto& failed : checked.failedChecks) out += "            " + failed + "\n";
  return out;
}

}  // namespace

const std::vector<std::string>& textParts() {
  static const std::vector<std::string> parts = {"expression", "cin",       "plan",      "iteration", "schedule",
                                                 "spatial",    "loops",     "c",         "program",   "result",
                                                 "timing",     "resources", "placement", "stalls",    "times"};
  return parts;
}

std::string text(const Run& run, const std::vector<std::string>& parts, const std::string& spatialFile) {
  using Print = std::string (*)(const Run&);
  static const std::map<std::string, Print> compiled = {
      {"cin", [](const Run& r) { return cin(*r.compiled); }},
      {"plan", plan},
      {"iteration", iteration},
      {"schedule", [](const Run& r) { return schedule(*r.compiled); }},
      {"times", [](const Run& r) { return times(*r.compiled); }},
      {"spatial", spatial},
      {"resources", resourcesText},
      {"placement", placementText}};
  static const std::map<std::string, Print> onCpu = {
      {"cin", [](const Run& r) { return cin(*r.cpu); }},
      {"plan", hostText},
      {"schedule", [](const Run& r) { return schedule(*r.cpu); }},
      {"times", [](const Run& r) { return times(*r.cpu); }},
      {"loops", [](const Run& r) { return loops::print(r.cpu->function); }},
      {"c", [](const Run& r) { return r.cpu->text; }},
      {"program", cpuProgramText},
      {"timing", cpuTimingText}};
  static const std::map<std::string, Print> timed = {{"timing", timingText}, {"stalls", stallsText}};
  std::string out;
  const auto add = [&](const std::string& part) { out += (out.empty() || part.empty() ? "" : "\n") + part; };
  for (const std::string& part : textParts()) {
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) continue;
    if (part == "expression") add(expression(run));
    if (const auto print = compiled.find(part); print != compiled.end() && run.compiled) add(print->second(run));
    if (const auto print = onCpu.find(part); print != onCpu.end() && run.cpu) add(print->second(run));
    if (const auto print = timed.find(part); print != timed.end() && !run.timings.empty()) add(print->second(run));
    if (part == "program" && run.compiled) add(program(run, spatialFile));
    if (part == "result" && run.isChecked) add(result(run));
  }
  return out;
}

}  // namespace stardust::driver
