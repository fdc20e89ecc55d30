// Chunks over positions begin and end within rows. What a chunk reduces into its first row goes into a part of its own,
// and the parts are added afterwards, in the order of the chunks; all other rows begin in the chunk, and no other chunk
// adds to them directly.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loops/lower/coordinates.h"
#include "loops/lower/position_ranges.h"

namespace stardust::loops {

/// A row of the result that chunks over positions share: a chunk reduces into its first row apart.
struct SharedRow {
  Access access;  ///< of the result
  AssignOp op{};
  std::vector<IndexVar> keys;       ///< coordinates that say which row it is
  std::vector<Expr> first;          ///< those of the first row of the chunk; -1 if it has none
  std::vector<std::string> firsts;  ///< the same: arrays with an element for each chunk
  std::string parts;                ///< what each chunk reduces into its first row
  Expr size;                        ///< elements of a row
};

/// None: iterations of the loop share more than rows at their ends, or nothing.
std::optional<SharedRow> sharedRowOf(const cin::Forall& loop, const StatementFacts& facts);
/// Whether the loop's iterations are the rows of which a chunk shares the first.
bool isOverSharedRows(const IndexVar& var, const Scope& scope);
/// `body` once for the first row and once for all others, so that no loop inside asks which it is.
Stmt firstOrOther(const Scope& scope, const Emit& body);

class SharedRows : public Part {
 public:
  SharedRows(Context& context, Locator& locator)
      : Part(context), coordinates_(context), ranges_(context, locator), locator_(locator) {}

  /// In the chunk `chunk`, which begins with iteration `begin`: which row is its first. None: the chunks share no row.
  std::optional<SharedRow> begin(const cin::Forall& loop, const std::string& chunk, const Expr& begin,
                                 const Scope& outer, Body& out);
  /// Before all chunks: memory for their parts.
  void allocateParts(const SharedRow& row, const Expr& chunks, Body& out);
  /// In the first row: `value` is reduced into the chunk's part.
  void store(const Expr& value, const Scope& scope, Body& out);
  /// After all chunks: the parts are added.
  void combine(const SharedRow& row, const Expr& chunks, Body& out);

 private:
  std::vector<Expr> positionsAbove(const PositionRange& range, Expr at, Body& out);
  /// Where an element stands in its row.
  Expr offsetIn(const SharedRow& row, const Scope& scope);

  Coordinates coordinates_;
  PositionRanges ranges_;
  Locator& locator_;
};

}  // namespace stardust::loops
