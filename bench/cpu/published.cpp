#include "published.h"

#include <cmath>
#include <fstream>

namespace stardust::bench {

nlohmann::json readPublished() {
  std::ifstream file(STARDUST_PUBLISHED);
  return nlohmann::json::parse(file);
}

nlohmann::json publishedOf(const nlohmann::json& published, const std::string& kernel, const std::string& data,
                           int threads) {
  for (const auto& row : published.at("rows"))
    if (row.at("kernel") == kernel && row.at("data") == data && row.at("threads") == threads) return row.at("ms");
  return nlohmann::json::object();
}

nlohmann::json derived(const nlohmann::json& published, const std::map<std::string, double>& measured) {
  double logarithms = 0;  // sum of log(measured / published)
  int count = 0;
  for (const auto& [name, seconds] : measured) {
    if (!published.contains(name)) continue;
    logarithms += std::log(seconds / published.at(name).get<double>());
    ++count;
  }
  nlohmann::json result = nlohmann::json::object();
  if (count == 0) return result;
  for (const auto& [name, ms] : published.items())
    if (!measured.count(name)) result[name] = ms.get<double>() * std::exp(logarithms / count);
  return result;
}

}  // namespace stardust::bench
