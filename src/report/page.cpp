#include "report/page.h"

#include "built_in_page.h"
#include "report/filled.h"
#include "report/page_data.h"
#include "report/profile_page.h"
#include "report/stream_page.h"
#include "sim/capstan/causes.h"
#include "stardust_version.h"

namespace stardust::report {
namespace {

/// Escapes JSON for the content of a script element, in which no text may resemble a tag.
std::string embedded(const nlohmann::ordered_json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) {
    if (c == '<') text += "\\u003c";
    else text += c;
  }
  return text;
}

}  // namespace

std::string pageOf(const nlohmann::ordered_json& causes, const nlohmann::ordered_json& simulations) {
  const nlohmann::ordered_json data = {{"stardust", {{"version", STARDUST_VERSION}, {"git", STARDUST_GIT_ID}}},
                                       {"causes", causes},
                                       {"simulations", simulations}};
  return filled(pageHtml, {{"/* page.css */", pageCss}, {"/* page.js */", pageJs}, {"/* data */", embedded(data)}});
}

std::string page(const std::vector<Simulation>& simulations) {
  nlohmann::ordered_json causes = nlohmann::ordered_json::array(), all = nlohmann::ordered_json::array();
  for (std::size_t a = 0; a < sim::activities; ++a) {
    const auto& cause = sim::causeOf(static_cast<sim::Activity>(a));
    causes.push_back({{"name", cause.name}, {"means", cause.means}, {"remedy", cause.remedy}});
  }
  for (const auto& simulation : simulations) all.push_back(pageData(simulation));
  return pageOf(causes, all);
}

std::string page(const std::vector<driver::Run>& runs) {
  const std::vector<Simulation> simulations = simulationsOf(runs);
  if (!simulations.empty()) return page(simulations);
  return hasStreams(runs) ? streamPage(runs) : profilePage(runs);
}

std::string page(const driver::ExecRun& run) { return page(simulationsOf(run)); }

}  // namespace stardust::report
