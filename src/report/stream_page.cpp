#include "report/stream_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "driver/targets/sam.h"
#include "report/attribution.h"
#include "report/page.h"
#include "sam/kinds.h"

namespace stardust::report {
namespace {

using Json = nlohmann::ordered_json;

/// The causes, in the order of the cycles of each block.
Json causes() {
  const auto cause = [](const char* name, const char* means, const char* remedy) {
    return Json{{"name", name}, {"means", means}, {"remedy", remedy}};
  };
  return Json::array(
      {cause("active", "takes or gives a token", "fewer tokens: another order of the loops, other formats"),
       cause("waits for input", "waits for a token", "look at the blocks that feed it"),
       cause("no room", "waits for a place in a queue, or for the memory",
             "longer queues (channel.depth), or a faster memory"),
       cause("ended", "has taken the end of its streams", "none: others took longer")});
}

Json cyclesOf(const sim_sam::BlockReport& block) {
  return Json::array({block.worked, std::accumulate(block.waited.begin(), block.waited.end(), sim_sam::Cycle{0}),
                      block.full, block.ended});
}

/// "A(i,j)", or a description of a block without an access.
std::string subjectOf(const sam::Block& block) {
  if (!block.access.empty()) return block.access;
  if (!block.tensor.empty()) return block.tensor;
  if (block.op) return block.op->text;
  return block.index.empty() ? sam::rowOf(block.kind).name : block.index;
}

class StreamPage {
 public:
  StreamPage(const driver::Run& run, const driver::SamProduct& product)
      : run_(run), product_(product), graph_(product.lowered.graph), report_(*product.report) {}

  Json data() const {
    return {{"label", run_.expression()},
            {"title", run_.expression()},
            {"verified", run_.verified()},
            {"intro",
             "The cycles of the writers that ended last. Each wait is handed back to the block that was waited "
             "for; a block keeps the share in which it was active, or had no room."},
            {"numbers", numbers()},
            {"settings", settings()},
            {"groups", groups()},
            {"units", units()},
            {"loops", Json::array()},
            {"graph", graph()},
            {"timeline", {{"windowCycles", 1}, {"rows", Json::array()}}},
            {"blame", blame()},
            {"program", {{"name", "graph"}, {"text", product_.graphText}, {"cycles", Json::array()}}}};
  }

 private:
  Json numbers() const {
    const double seconds = static_cast<double>(report_.cycles) / product_.hardware.machine.clockGhz / 1e9;
    return {{"cycles", report_.cycles},
            {"seconds", seconds},
            {"blocks", graph_.blocks.size()},
            {"gbPerSecond", seconds > 0 ? static_cast<double>(report_.bytes) / seconds / 1e9 : 0.0}};
  }
  Json settings() const {
    const std::string schedule = product_.commands.empty() ? "none" : schedule::print(product_.commands);
    return Json::array({Json::array({"expression", run_.expression()}), Json::array({"schedule", schedule}),
                        Json::array({"machine", product_.hardware.file.name})});
  }

  Json groups() const {
    Json list = Json::array();
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b)
      list.push_back({{"kind", sam::rowOf(graph_.blocks[b].kind).name},
                      {"what", subjectOf(graph_.blocks[b])},
                      {"how", graph_.blocks[b].name},
                      {"loop", nullptr},
                      {"copies", 1},
                      {"cycles", cyclesOf(report_.blocks[b])},
                      {"lanes", 1}});
    return list;
  }
  Json units() const {
    Json list = Json::array();
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b)
      list.push_back({{"group", b}, {"body", nullptr}, {"cycles", cyclesOf(report_.blocks[b])}});
    return list;
  }
  Json graph() const {
    Json edges = Json::array();
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b)
      for (const sam::Input& input : graph_.blocks[b].inputs)
        if (input.from.isBlock()) edges.push_back(Json::array({input.from.block, b, 1}));
    return {{"memories", Json::array()},
            {"edges", edges},
            {"title", "Blocks and streams"},
            {"intro",
             "Each box is a block, with its cycles by cause; streams flow downwards. Zoom with the wheel or + and −, "
             "drag or use the arrows to move, 0 fits all."}};
  }

  /// Shares of the cycles by access, or by block where there is none; the largest first.
  Json blame() const {
    std::vector<Blamed> items;
    std::map<std::string, std::array<double, 2>> byItem;
    for (std::size_t b = 0; b < graph_.blocks.size(); ++b) {
      const auto& block = report_.blocks[b];
      const double share = report_.blame[b] * static_cast<double>(report_.cycles);
      const double busy = static_cast<double>(std::max<sim_sam::Cycle>(1, block.worked + block.full));
      auto& item = byItem[graph_.blocks[b].access.empty() ? graph_.blocks[b].name : graph_.blocks[b].access];
      item[1] += share * static_cast<double>(block.full) / busy;
      item[0] += share - share * static_cast<double>(block.full) / busy;
    }
    std::vector<std::pair<std::string, std::array<double, 2>>> sorted(byItem.begin(), byItem.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
      return a.second[0] + a.second[1] > b.second[0] + b.second[1];
    });
    Json list = Json::array(), pieces = Json::array();
    for (const auto& [name, parts] : sorted) {
      const auto active = std::llround(parts[0]), full = std::llround(parts[1]);
      if (active + full == 0) continue;
      items.push_back({name, {}});
      list.push_back({{"item", name}, {"cycles", Json::array({active, 0, full, 0})}});
    }
    for (const Piece& piece : piecesOf(run_.expression(), items))
      pieces.push_back({{"text", piece.text}, {"item", piece.item}});
    const auto most = std::max_element(report_.blame.begin(), report_.blame.end()) - report_.blame.begin();
    return {{"group", most}, {"items", list}, {"expression", pieces}};
  }

  const driver::Run& run_;
  const driver::SamProduct& product_;
  const sam::Graph& graph_;
  const sim_sam::Report& report_;
};

/// The stream graphs of a run that were simulated.
std::vector<const driver::SamProduct*> productsOf(const driver::Run& run) {
  std::vector<const driver::SamProduct*> products;
  for (const auto& product : run.products)
    if (const auto* graph = dynamic_cast<const driver::SamProduct*>(product.get()); graph && graph->report)
      products.push_back(graph);
  return products;
}

}  // namespace

bool hasStreams(const std::vector<driver::Run>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const driver::Run& run) { return !productsOf(run).empty(); });
}

std::string streamPage(const std::vector<driver::Run>& runs) {
  Json simulations = Json::array();
  for (const driver::Run& run : runs)
    for (const driver::SamProduct* product : productsOf(run)) simulations.push_back(StreamPage(run, *product).data());
  return pageOf(causes(), simulations);
}

}  // namespace stardust::report
