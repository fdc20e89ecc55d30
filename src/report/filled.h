// Templates of pages.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stardust::report {

/// The text with each mark replaced by a text. Every mark occurs once.
inline std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& marks) {
  for (const auto& [mark, by] : marks) text.replace(text.find(mark), mark.size(), by);
  return text;
}

}  // namespace stardust::report
