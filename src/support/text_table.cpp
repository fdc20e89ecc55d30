#include "support/text_table.h"

#include <algorithm>

#include "support/diagnostic.h"

namespace stardust {
namespace {

std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

TextTable::TextTable(std::vector<std::string> header, std::set<std::size_t> rightAligned)
    : rightAligned_(std::move(rightAligned)) {
  rows_.push_back(std::move(header));
}

void TextTable::row(std::vector<std::string> cells) {
  require(cells.size() == rows_.front().size(), "a table row has a cell for each column");
  rows_.push_back(std::move(cells));
}

std::string TextTable::str() const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));

  std::string out;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::string line, rule;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string pad(widths[c] - width(rows_[r][c]), ' ');
      line.append(c ? 2 : 0, ' ') += rightAligned_.count(c) ? pad + rows_[r][c] : rows_[r][c] + pad;
      rule.append(c ? 2 : 0, ' ').append(widths[c], '-');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
    if (r == 0) out += rule + "\n";
  }
  return out;
}

}  // namespace stardust
