// Rows that span chunk boundaries. A chunk of positions may begin or end inside a row. Each chunk reduces its first row
// into a private buffer, and a sequential pass adds the buffers to the result in chunk order. All other rows begin in
// their chunk, so no other chunk writes them directly.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loops/lower/coordinates.h"
#include "loops/lower/position_ranges.h"

namespace stardust::loops {

/// A boundary row of the result: each chunk reduces its first row privately.
struct BoundaryRow {
  Access access;  ///< the access of the result
  AssignOp op{};
  std::vector<IndexVar> keys;              ///< coordinates that identify the row
  std::vector<Expr> first;                 ///< coordinates of the chunk's first row; -1 if there is none
  std::vector<std::string> firstOfChunks;  ///< the same as arrays, with one element for each chunk
  std::string parts;                       ///< buffer: the partial first row of each chunk
  Expr size;                               ///< number of elements of a row
};

/// None: the iterations share nothing, or more than boundary rows.
std::optional<BoundaryRow> boundaryRowOf(const cin::Forall& loop, const StatementFacts& facts);
/// Whether the loop enumerates the rows, of which the first one is a boundary row.
bool isOverBoundaryRows(const IndexVar& var, const Scope& scope);
/// Emits `body` in two versions, for the first row and for all others, which keeps the test out of the inner loops.
Stmt boundaryOrInterior(const Scope& scope, const Emit& body);

class BoundaryRows : public Part {
 public:
  BoundaryRows(Context& context, Locator& locator)
      : Part(context), coordinates_(context), ranges_(context, locator), locator_(locator) {}

  /// Emitted in chunk `chunk` with first iteration `begin`: determines its first row. None: the chunks share no row.
  std::optional<BoundaryRow> begin(const cin::Forall& loop, const std::string& chunk, const Expr& begin,
                                   const Scope& outer, Body& out);
  /// Before the chunks: allocates the buffers.
  void allocateParts(const BoundaryRow& row, const Expr& chunks, Body& out);
  /// In the first row: reduces `value` into the buffer of the chunk.
  void store(const Expr& value, const Scope& scope, Body& out);
  /// After the chunks: adds the buffers to the result.
  void combine(const BoundaryRow& row, const Expr& chunks, Body& out);

 private:
  Stmt combineByRow(const BoundaryRow& row, const Expr& chunks, const std::string& chunk, const Body& keys,
                    const Body& element);
  std::vector<Expr> positionsAbove(const PositionRange& range, Expr at, Body& out);
  /// Offset of an element in its row.
  Expr offsetIn(const BoundaryRow& row, const Scope& scope);

  Coordinates coordinates_;
  PositionRanges ranges_;
  Locator& locator_;
};

}  // namespace stardust::loops
