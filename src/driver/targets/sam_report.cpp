#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "driver/run.h"
#include "driver/stream_graph_report.h"
#include "driver/targets/sam.h"
#include "driver/targets/shown.h"
#include "support/text_table.h"

namespace stardust::driver {
namespace {

std::string iterationText(const std::vector<sam::LoopRules>& loops) {
  TextTable table({"loop", "inside", "contraction set", "rule", "blocks"});
  for (const sam::LoopRules& loop : loops) {
    const std::string set = iteration::print(iteration::simplified(loop.iteration.set));
    const std::string inside = loop.around.empty() ? "top" : loop.around.back();
    bool isFirst = true;
    for (const iteration::Step& step : loop.iteration.steps) {
      table.row({isFirst ? loop.var : "", isFirst ? inside : "", isFirst ? set : iteration::print(step.before),
                 step.rule->name, step.rule->emits});
      isFirst = false;
    }
  }
  return table.str();
}

std::string lanesText(const sam::Lanes& lanes) {
  std::string text;
  if (lanes.count > 1)
    text += fmt::format("lanes       {} for the iterations of the loop over {}\n", lanes.count, lanes.loop);
  if (!lanes.whyNot.empty()) text += fmt::format("lanes       {}: {}\n", lanes.count, lanes.whyNot);
  return text;
}

std::string samTimingText(const SamProduct& product) {
  const auto& report = *product.report;
  return fmt::format("timing on {} at {} GHz: {} cycles, {}; {} block-steps, simulated in {}\n\n{}",
                     product.hardware.file.name, product.hardware.machine.clockGhz, report.cycles,
                     secondsText(static_cast<double>(report.cycles) / product.hardware.machine.clockGhz / 1e9),
                     report.steps, secondsText(product.wallSeconds), blocksText(product.lowered.graph, report));
}

}  // namespace

std::string SamProduct::text(const Run& run, const std::string& part, const std::string&) const {
  if (part == "plan") return planText(run.plan);
  if (part == "cin") return cinText(concrete, scheduled, commands);
  if (part == "schedule") return scheduleText(commands);
  if (part == "iteration") return iterationText(lowered.loops) + lanesText(lowered.lanes);
  if (part == "graph") return graphText;
  if (part == "times")
    return fmt::format("the graph, printed, read back and verified: {}\n", secondsText(lowerSeconds));
  if (part == "timing" && report) return samTimingText(*this);
  return {};
}

void SamProduct::addTo(nlohmann::ordered_json& into, const Run& run) const {
  into["plan"] = json(run.plan);
  into["cin"] = {{"concrete", cin::print(concrete)}, {"scheduled", cin::print(scheduled)}};
  into["lanes"] = {{"count", lowered.lanes.count}, {"loop", lowered.lanes.loop}, {"whyNot", lowered.lanes.whyNot}};
  into["graph"] = graphText;
  into["lowerSeconds"] = lowerSeconds;
  into["machine"] = {{"name", hardware.file.name}, {"sha256", hardware.file.hash}};
  if (!report) return;
  const auto measured = jsonOfGraph(lowered.graph, *report, hardware.machine);
  for (const auto& [key, value] : measured.items()) into[key] = value;
  into["simulatorSeconds"] = wallSeconds;
}

void SamProduct::addTo(Report& into) const {
  if (!report) return;
  into.cycles = report->cycles;
  into.seconds = static_cast<double>(report->cycles) / hardware.machine.clockGhz / 1e9;
}

}  // namespace stardust::driver
