// Tables of positions. The positions of a fiber are written into a table by coordinate, and a loop looks up the
// coordinates that it visits. A position belongs to one fiber, so a table is never cleared: an entry of another fiber
// is no position of this one.
//
// Some loops around a merge do not change a fiber that it intersects: x(j) of y(i) = A(i,j) * x(j) is the same for
// each i. Its table is written once, before the outermost loop that leaves the fiber unchanged. Without a table, each
// row of A would walk along all of x.
//     4,000 rows of 8 entries, 400 entries in x: 0.95 ms with a row of x for each row of A, 0.03 ms with one in all.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "loops/lower/locate.h"

namespace stardust::loops {

/// The positions of one fiber in a table.
struct FiberTable {
  std::string array;  ///< by coordinate
  Expr begin, end;    ///< of the fiber
  Expr isWritten;     ///< whether the table is used; null: always
};

/// The statements that write the table of a fiber, in a loop over `p`. `size`: the number of coordinates.
Body writtenTable(const FiberTable& table, const OperandLevel& level, const std::string& p, const Expr& size);
/// Whether coordinates can be looked up in the table of a fiber: it has entries, and their positions are of I32.
/// `mayBeMany`: false at the root of a tensor with coordinates of 32 bits, whose positions are below the extent.
Expr canBeLookedUp(const Expr& begin, const Expr& end, bool mayBeMany);
/// The cursor that looks up coordinates. Only where these can be looked up.
std::unique_ptr<Cursor> tableCursor(Names& names, const std::string& prefix, const FiberTable& table);

/// A loop over coordinates that is being lowered.
struct LoopAround {
  const Scope& outer;
  Body before;  ///< the statements before the loop: values that stay the same in all its iterations
  std::map<std::pair<notation::AccessKey, int>, FiberTable> tables;  ///< by level of an access
};

/// Whether the fiber of a level that lists its coordinates stays the same in at least one of the loops around. The
/// level is to be walked along by a loop in `scope`.
bool isUnchanged(const iteration::LevelIterator& level, const Scope& scope);

class Tables : public Part {
 public:
  Tables(Context& context, Locator& locator) : Part(context), locator_(locator) {}

  /// The table of an unchanged fiber; it is written before the outermost loop that leaves the fiber unchanged.
  /// `readers`: the levels whose coordinates are looked up.
  const FiberTable& of(const iteration::LevelIterator& level, const std::vector<iteration::LevelIterator>& readers,
                       const Scope& scope);

 private:
  FiberTable written(const iteration::LevelIterator& level, const std::vector<iteration::LevelIterator>& readers,
                     const Scope& known, Body& allocated, Body& out);

  Locator& locator_;
  std::map<std::pair<notation::AccessKey, int>, FiberTable> ofRoots_;  ///< written in the prologue
};

}  // namespace stardust::loops
