#include "driver/stream_graph_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sam/kinds.h"
#include "support/text_table.h"

namespace stardust::driver {
namespace {

std::string percentOfCycles(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string graphResultText(const GraphRun& run) {
  const auto& result = run.graph.tensors.front();
  std::string dims;
  for (const auto dim : run.result.dims) dims += (dims.empty() ? "" : " x ") + std::to_string(dim);
  return fmt::format("result      {}{} with {} stored entries\n", result.name, dims.empty() ? "" : " (" + dims + ")",
                     run.result.size());
}

nlohmann::ordered_json graphBlockJson(const sam::Block& block, const sim_sam::BlockReport& report, double blame) {
  nlohmann::ordered_json json{{"name", block.name}, {"type", sam::rowOf(block.kind).name}};
  if (!block.tensor.empty()) json["tensor"] = block.tensor;
  if (block.mode >= 0) json["mode"] = block.mode;
  if (!block.access.empty()) json["access"] = block.access;
  json["worked"] = report.worked;
  json["full"] = report.full;
  nlohmann::ordered_json waited = nlohmann::ordered_json::object();
  for (std::size_t n = 0; n < report.waited.size(); ++n) waited[block.inputs[n].name] = report.waited[n];
  json["waited"] = waited;
  json["ended"] = report.ended;
  json["tokens"] = {{"data", report.given.data},
                    {"stops", report.given.stops},
                    {"absent", report.given.absent},
                    {"done", report.given.done}};
  json["longestQueue"] = report.longest;
  json["blame"] = blame;
  return json;
}

}  // namespace

nlohmann::ordered_json jsonOfGraph(const sam::Graph& graph, const sim_sam::Report& report,
                                   const sam::Machine& machine) {
  nlohmann::ordered_json json{{"cycles", report.cycles},
                              {"seconds", static_cast<double>(report.cycles) / machine.clockGhz / 1e9},
                              {"steps", report.steps},
                              {"bytes", report.bytes}};
  nlohmann::ordered_json blocks = nlohmann::ordered_json::array();
  for (std::size_t b = 0; b < graph.blocks.size(); ++b)
    blocks.push_back(graphBlockJson(graph.blocks[b], report.blocks[b], report.blame[b]));
  json["blocks"] = blocks;
  nlohmann::ordered_json path = nlohmann::ordered_json::array();
  for (const auto b : report.criticalPath) path.push_back(graph.blocks[static_cast<std::size_t>(b)].name);
  json["criticalPath"] = path;
  return json;
}

std::string blocksText(const sam::Graph& graph, const sim_sam::Report& report) {
  TextTable table({"block", "type", "of", "worked", "of cycles", "waited", "full", "tokens", "longest queue", "blame"},
                  {3, 4, 5, 6, 7, 8, 9});
  std::vector<std::size_t> order(graph.blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return report.blame[a] > report.blame[b]; });
  for (const auto b : order) {
    const sam::Block& block = graph.blocks[b];
    const auto& counts = report.blocks[b];
    const auto waited = std::accumulate(counts.waited.begin(), counts.waited.end(), sim_sam::Cycle{0});
    const double cycles = static_cast<double>(std::max<sim_sam::Cycle>(report.cycles, 1));
    table.row({block.name, sam::rowOf(block.kind).name, block.access.empty() ? block.tensor : block.access,
               std::to_string(counts.worked), percentOfCycles(static_cast<double>(counts.worked) / cycles),
               std::to_string(waited), std::to_string(counts.full), std::to_string(counts.given.all()),
               std::to_string(counts.longest), percentOfCycles(report.blame[b])});
  }
  return table.str();
}

std::string textOf(const GraphRun& run) {
  std::string text;
  for (const auto& note : run.notes) text += "note        " + note + "\n";
  text += graphResultText(run);
  if (!run.report.blocks.empty()) {
    text += fmt::format("cycles      {} on {}, {} block-steps, simulated in {:.3f} ms\n\n", run.report.cycles,
                        run.hardware.file.name, run.report.steps, 1e3 * run.wallSeconds);
    text += blocksText(run.graph, run.report);
    text += "\ncritical path: ";
    for (std::size_t n = 0; n < run.report.criticalPath.size(); ++n)
      text += (n ? " -> " : "") + describe(run.graph.blocks[static_cast<std::size_t>(run.report.criticalPath[n])]);
    text += "\n";
  }
  return text;
}

std::string jsonOf(const GraphRun& run) {
  nlohmann::ordered_json json;
  if (!run.report.blocks.empty()) {
    json = jsonOfGraph(run.graph, run.report, run.hardware.machine);
    json["machine"] = {{"name", run.hardware.file.name}, {"sha256", run.hardware.file.hash}};
    json["simulatorSeconds"] = run.wallSeconds;
  }
  json["result"] = {{"name", run.graph.tensors.front().name}, {"dims", run.result.dims}, {"stored", run.result.size()}};
  json["notes"] = run.notes;
  return json.dump(2) + "\n";
}

}  // namespace stardust::driver
