#include "report/page.h"

#include "built_in_page.h"
#include "report/page_data.h"
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

void replace(std::string& text, const std::string& what, const std::string& by) {
  text.replace(text.find(what), what.size(), by);
}

}  // namespace

std::string page(const std::vector<Simulation>& simulations) {
  nlohmann::ordered_json data = {{"stardust", {{"version", STARDUST_VERSION}, {"git", STARDUST_GIT_ID}}}};
  for (std::size_t a = 0; a < sim::activities; ++a) {
    const auto& cause = sim::causeOf(static_cast<sim::Activity>(a));
    data["causes"].push_back({{"name", cause.name}, {"means", cause.means}, {"remedy", cause.remedy}});
  }
  data["simulations"] = nlohmann::ordered_json::array();
  for (const auto& simulation : simulations) data["simulations"].push_back(pageData(simulation));
  std::string text = pageHtml;
  replace(text, "/* page.css */", pageCss);
  replace(text, "/* page.js */", pageJs);
  replace(text, "/* data */", embedded(data));
  return text;
}

}  // namespace stardust::report
