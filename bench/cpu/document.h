// The results as a page, generated from their JSON alone.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace stardust::bench {

/// Markdown whose tables are also readable as plain text.
std::string document(const nlohmann::json& results);

}  // namespace stardust::bench
