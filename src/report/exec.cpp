// Reports of hand-written programs.
#include "driver/exec.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/targets/shown.h"
#include "report/json.h"
#include "report/text.h"
#include "support/plural.h"
#include "support/text_table.h"

namespace stardust::report {

using namespace driver;

namespace {

Json warnings(const ExecRun& run) {
  Json list = Json::array();
  for (const auto& part : run.parts) {
    for (const auto& finding : part.warnings)
      list.push_back({{"rule", finding.rule}, {"what", finding.diagnostic.what}});
  }
  return list;
}

std::int64_t lineOf(const Location& where) {
  if (!where.source) return 0;
  const auto& text = where.source->text;
  return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(where.span.begin), '\n');
}

std::string textOf(const spatial::Finding& finding) {
  auto diagnostic = finding.diagnostic;
  diagnostic.what += fmt::format(" [{}]", finding.rule);
  return renderWarning(diagnostic);
}

}  // namespace

std::string json(const ExecRun& run) {
  Json json = {{"schema", 2},
               {"stardust", stardustVersion()},
               {"program", run.outcome.name},
               {"target", run.request.simulates ? "capstan" : "interpret"},
               {"result",
                {{"verified", run.verified()},
                 {"against", "assertions"},
                 {"asserts", run.outcome.asserts},
                 {"failed", run.outcome.failed}}},
               {"warnings", warnings(run)}};
  if (!run.request.simulates || run.parts.empty()) return json.dump(2) + "\n";
  const auto& last = run.parts.back();
  json["resources"] = driver::json(last.resources.used);
  json["available"] = driver::json(last.resources.available);
  json["machine"] = {{"name", last.timing->hardware.machineFile.name},
                     {"hash", last.timing->hardware.machineFile.hash}};
  json.update(driver::json(*last.timing));
  json["verified"] = run.verified();
  std::int64_t cycles = 0;
  for (const auto& part : run.parts) cycles += part.timing->report.cycles;
  json["cycles"] = cycles;
  json["memories"] = Json::array({driver::json(*last.timing)});
  return json.dump(2) + "\n";
}

namespace {

// A part of the report for each Accel, under the program's name.
std::string partsText(const ExecRun& run, const std::string& name) {
  std::string out;
  for (const auto& part : run.parts) {
    for (const auto& finding : part.warnings) out += textOf(finding);
    if (!part.timing) continue;
    const auto& used = part.resources.used;
    out += fmt::format("{}  {} {} on {} with {}; {} PCU, {} PMU, {} MC, {} shuffle\n", name,
                       grouped(part.timing->report.cycles), plural(part.timing->report.cycles, "cycle"),
                       part.timing->hardware.machineFile.name, part.timing->hardware.memoryFile.name, used.pcu,
                       used.pmu, used.mc, used.shuffle);
  }
  return out;
}

}  // namespace

namespace {

// The reasons for the staging of each Accel.
std::string explanationsText(const ExecRun& run) {
  std::string out;
  for (const auto& accel : run.outcome.explanations) {
    out += fmt::format("{}  Accel is staged {} with {}\n", run.outcome.name, counted(accel.stagings, "time"),
                       counted(accel.trialRuns, "trial run"));
    if (accel.rows.empty()) continue;
    TextTable table({"line", "what", "is staged as", "because"}, {0});
    for (const auto& row : accel.rows) table.row({std::to_string(lineOf(row.where)), row.what, row.how, row.why});
    out += table.str();
  }
  return out;
}

}  // namespace

std::string textSoFar(const ExecRun& run) { return partsText(run, "Accel"); }

std::string text(const ExecRun& run) {
  std::string out = run.outcome.printed;
  if (run.request.explains) out += explanationsText(run);
  out += partsText(run, run.outcome.name);
  for (const auto& failed : run.outcome.failed) out += fmt::format("{}  WRONG: {}\n", run.outcome.name, failed);
  if (run.verified()) {
    out += run.outcome.asserts > 0
               ? fmt::format("{}  right: {} {}\n", run.outcome.name, counted(run.outcome.asserts, "assertion"),
                             plural(run.outcome.asserts, "holds", "hold"))
               : fmt::format("{}  ran; it asserts nothing\n", run.outcome.name);
  }
  return out;
}

}  // namespace stardust::report
