// The loops of a function as its notes name them: the rows of a table of loops.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stardust::loops {

/// The statements that a note documents: those after it, up to the next note of the same body.
struct LoopRow {
  std::string note;
  std::optional<std::size_t> parent = {};  ///< the row around it; none: it stands outside of all rows
  std::size_t depth = 0;                   ///< the number of rows around it
  bool hasLoop = false;                    ///< whether a loop stands in it; otherwise it documents an assignment
};

/// Rows in text order. Equal notes inside the same row are one row: they document alternative forms of one loop.
class LoopRows {
 public:
  std::size_t of(std::optional<std::size_t> parent, const std::string& note);
  /// The row and those around it have a loop.
  void markLoop(std::size_t row);
  const std::vector<LoopRow>& all() const { return rows_; }

 private:
  std::vector<LoopRow> rows_;
};

/// The row of `rows` with the same notes around it as `row` of `others`. Without such a row: the only one with its
/// note. Passes move loops, and keep their notes.
std::optional<std::size_t> sameRow(const std::vector<LoopRow>& rows, const std::vector<LoopRow>& others,
                                   std::size_t row);

}  // namespace stardust::loops
