#include "driver/run.h"

#include <algorithm>

#include "driver/computed.h"

namespace stardust::driver {

Ready Backend::ready(Problem said, const RunRequest&) const { return {std::move(said), {}}; }

std::map<std::string, std::string> Backend::artifactOf(const std::vector<Run>& runs) const {
  std::map<std::string, std::string> files;
  for (const Run& run : runs)
    for (const auto& [path, bytes] : run.artifact) files[(runs.size() > 1 ? run.name + "/" : "") + path] = bytes;
  return files;
}

const Backend& backendOf(const RunRequest& request) {
  return request.backend ? *request.backend : backendOf(request.target);
}

std::string Run::expression() const { return notation::print(computed ? computed->written : assignment); }

bool Run::verified() const {
  return checked.verified() &&
         std::all_of(products.begin(), products.end(), [](const auto& product) { return product->isVerified(); });
}

}  // namespace stardust::driver
