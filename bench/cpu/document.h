// The results as a page, made from nothing but their JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace stardust::bench {

/// Markdown whose tables are plain text, for terminals too.
std::string document(const nlohmann::json& results);

}  // namespace stardust::bench
