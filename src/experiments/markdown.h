// Tables in Markdown.
#pragma once

#include <string>
#include <vector>

namespace stardust::experiments {

/// The first `names` columns are names, the others are numbers. An empty line follows.
std::string markdownTable(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                          std::size_t names = 1);

}  // namespace stardust::experiments
