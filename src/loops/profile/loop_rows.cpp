#include "loops/profile/loop_rows.h"

#include <algorithm>

namespace stardust::loops {
namespace {

// The notes of a row and of those around it, innermost first.
std::vector<std::string> pathOf(const std::vector<LoopRow>& rows, std::size_t row) {
  std::vector<std::string> path;
  for (std::optional<std::size_t> at = row; at; at = rows[*at].parent) path.push_back(rows[*at].note);
  return path;
}

}  // namespace

std::size_t LoopRows::of(std::optional<std::size_t> parent, const std::string& note) {
  const auto known = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const LoopRow& row) { return row.parent == parent && row.note == note; });
  if (known != rows_.end()) return static_cast<std::size_t>(known - rows_.begin());
  rows_.push_back({note, parent, parent ? rows_[*parent].depth + 1 : 0});
  return rows_.size() - 1;
}

void LoopRows::markLoop(std::size_t row) {
  for (std::optional<std::size_t> at = row; at; at = rows_[*at].parent) rows_[*at].hasLoop = true;
}

std::optional<std::size_t> sameRow(const std::vector<LoopRow>& rows, const std::vector<LoopRow>& others,
                                   std::size_t row) {
  const std::vector<std::string> path = pathOf(others, row);
  std::optional<std::size_t> only;
  std::size_t count = 0;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    if (rows[n].note != path.front()) continue;
    if (pathOf(rows, n) == path) return n;
    only = n;
    ++count;
  }
  return count == 1 ? only : std::nullopt;
}

}  // namespace stardust::loops
