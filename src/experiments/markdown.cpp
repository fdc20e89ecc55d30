#include "experiments/markdown.h"

#include <algorithm>

namespace stardust::experiments {
namespace {

std::string line(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) {
    out += ' ';
    for (const char c : cell) out += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
    out += " |";
  }
  return out + "\n";
}

}  // namespace

std::string markdownTable(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                          std::size_t names) {
  std::vector<std::string> rule(header.size(), "---:");
  std::fill_n(rule.begin(), std::min(names, rule.size()), "---");
  std::string out = line(header) + line(rule);
  for (const auto& row : rows) out += line(row);
  return out + "\n";
}

}  // namespace stardust::experiments
