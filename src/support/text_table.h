// A text table with aligned columns, for terminals.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace stardust {

class TextTable {
 public:
  /// `rightAligned`: indices of the numeric columns.
  explicit TextTable(std::vector<std::string> header, std::set<std::size_t> rightAligned = {});
  void row(std::vector<std::string> cells);  ///< one cell for each column
  /// Header, a rule, the rows; two spaces between columns, no trailing blanks. Widths count code points.
  std::string str() const;

 private:
  std::set<std::size_t> rightAligned_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace stardust
