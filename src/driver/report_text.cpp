// The report of a run for people: one function for each part.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "driver/conversions.h"
#include "driver/report_cpu.h"
#include "driver/report_timing.h"
#include "driver/run.h"
#include "driver/text_parts.h"
#include "driver/words.h"
#include "placement/explain.h"
#include "schedule/search.h"
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

// The workspaces that nobody named.
template <class AnyCompiled>
std::string madeUp(const AnyCompiled& c) {
  const auto named = schedule::namedWorkspaces(c.commands);
  std::vector<std::string> names;
  for (const notation::Access& access : schedule::allAccesses(c.scheduled)) {
    const notation::TensorVar& tensor = access.tensor;
    if (tensor.workspace && !named.count(tensor.name) && !notation::contains(names, tensor.name))
      names.push_back(tensor.name);
  }
  return names.empty()
             ? ""
             : fmt::format("  made up: the workspace{} {}\n", names.size() > 1 ? "s" : "", fmt::join(names, ", "));
}

// What every way of compiling has.
template <class AnyCompiled>
std::string cin(const AnyCompiled& c) {
  return fmt::format("cin before the schedule\n  {}\ncin after the schedule\n  {}\n{}", cin::print(c.concrete),
                     cin::print(c.scheduled), madeUp(c));
}
template <class AnyCompiled>
std::string schedule(const AnyCompiled& c) {
  return fmt::format("schedule    {}\n", c.commands.empty() ? "none" : schedule::print(c.commands));
}
template <class AnyCompiled>
std::string times(const AnyCompiled& c) {
  TextTable table({"pass", "ms"}, {1});
  for (const PassTime& time : c.times) table.row({time.pass, fmt::format("{:.3f}", time.seconds * 1e3)});
  return table.str();
}

std::string plan(const Run& run) {
  const placement::Plan& plan = run.compiled->plan;
  return "memory plan\n" + placement::print(plan) + placement::explainNames(plan) + hostText(run);
}
std::string iteration(const Run& run) { return placement::explainLoops(run.compiled->plan); }
std::string spatial(const Run& run) { return run.compiled->text; }

std::string program(const Run& run, const std::string& file) {
  const auto lines = std::count(run.compiled->text.begin(), run.compiled->text.end(), '\n');
  std::string out = fmt::format("program     {} lines of Spatial in {:.2f} ms, {}parsed back and verified", lines,
                                run.compiled->secondsToText() * 1e3, file.empty() ? "" : "written to " + file + ", ");
  const auto warnings = run.compiled->warnings.size();
  out += warnings ? fmt::format(" ({} warning{})\n", warnings, warnings == 1 ? "" : "s") : "\n";
  for (const auto& finding : run.compiled->warnings)
    out += fmt::format("  [{}] {}\n", finding.rule, finding.diagnostic.what);
  return out;
}

std::string result(const Run& run) {
  const auto& checked = run.checked;
  const TensorSummary& result = run.tensors.back();
  const std::string what = fmt::format("{} with {} stored entr{}", result.tensor.name, grouped(result.stored),
                                       result.stored == 1 ? "y" : "ies");
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

namespace {

using Print = std::string (*)(const Run&);

const std::map<std::string, Print>& ofAccelerator() {
  static const std::map<std::string, Print> parts = {{"cin", [](const Run& r) { return cin(*r.compiled); }},
                                                     {"plan", plan},
                                                     {"iteration", iteration},
                                                     {"schedule", [](const Run& r) { return schedule(*r.compiled); }},
                                                     {"times", [](const Run& r) { return times(*r.compiled); }},
                                                     {"spatial", spatial},
                                                     {"resources", resourcesText},
                                                     {"placement", placementText}};
  return parts;
}

const std::map<std::string, Print>& ofCpu() {
  static const std::map<std::string, Print> parts = {
      {"cin", [](const Run& r) { return cin(*r.cpu); }},
      {"plan", hostText},
      {"schedule", [](const Run& r) { return schedule(*r.cpu); }},
      {"times", [](const Run& r) { return times(*r.cpu); }},
      {"loops", [](const Run& r) { return loops::print(r.cpu->function); }},
      {"c", [](const Run& r) { return r.cpu->text; }},
      {"program", cpuProgramText},
      {"timing", cpuTimingText}};
  return parts;
}

// Empty if the run has nothing for it.
std::string partText(const Run& run, const std::string& part, const std::string& spatialFile) {
  static const std::map<std::string, Print> timed = {{"timing", timingText}, {"stalls", stallsText}};
  if (part == "expression") return expression(run);
  if (part == "result") return run.isChecked ? result(run) : "";
  if (part == "program" && run.compiled) return program(run, spatialFile);
  const auto from = [&](const std::map<std::string, Print>& parts, bool is) {
    const auto print = parts.find(part);
    return is && print != parts.end() ? print->second(run) : std::string();
  };
  return from(ofAccelerator(), run.compiled.has_value()) + from(ofCpu(), run.cpu.has_value()) +
         from(timed, !run.timings.empty());
}

}  // namespace

std::string text(const Run& run, const std::vector<std::string>& parts, const std::string& spatialFile,
                 MissingParts missing) {
  std::string out;
  for (const std::string& part : textParts()) {
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) continue;
    std::string shown = partText(run, part, spatialFile);
    if (shown.empty() && missing == MissingParts::AreSaid)
      shown = fmt::format("{:<11} none: {}\n", part, whyNotShown(run, part));
    out += (out.empty() || shown.empty() ? "" : "\n") + shown;
  }
  return out;
}

}  // namespace stardust::driver
