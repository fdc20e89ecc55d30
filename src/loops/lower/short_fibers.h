// Unions of nested short fibers: A(i,j,k) = B(i,j,k) + C(i,j,k). With a few entries in each innermost fiber, the
// misprediction at the end of each inner loop dominates. A single merge by both coordinates avoids it: the entries of
// each operand below one i are written as a contiguous array of keys, j * 2^32 + k.
//     200 x 200 fibers of 2 entries each, two operands: 1.09 ms fiber by fiber, 0.8 ms by keys. With wide vectors, the
//     branchless union of two short fibers (unions.h) is faster still.
#pragma once

#include "loops/lower/locate.h"
#include "loops/lower/merge.h"
#include "loops/lower/result.h"
#include "loops/lower/values.h"

namespace stardust::loops {

/// Whether the loop, over j, has this form.
bool isNestedFiberUnion(const Merge& merge, const StatementFacts& facts);

class ShortFibers : public Part {
 public:
  ShortFibers(Context& context, Result& result, Locator& locator, Values& values)
      : Part(context), result_(result), locator_(locator), values_(values) {}

  /// The merge by keys if the fibers are short, else `fiberByFiber`.
  Body byKeysOrFibers(const Merge& merge, const Scope& outer, Body fiberByFiber);

 private:
  /// The entries of an operand below the coordinates of the enclosing loops.
  struct Entries {
    const Head* head;
    std::string keys, at;  ///< the array of keys, and its cursor variable
    Expr first, count;     ///< range of positions
    const std::string& tensor() const { return head->level.access.tensor.name; }
    Expr here() const { return variable(at, Type::I64); }
  };
  Entries entriesBelow(const Head& head, Body& out);
  Expr areShort(const Merge& merge, const std::vector<Entries>& operands, const Expr& innerExtent) const;
  void writeKeys(const Entries& entries, Body& out);
  Body leastEntry(const Merge& merge, const std::vector<Entries>& operands, const std::string& before, Scope scope);
  Body takeEntries(const std::vector<Entries>& operands, const std::vector<Expr>& keys, const Expr& key,
                   const IndexVar& inner, Scope& scope, Body& out);
  void appendEntry(const Expr& isNext, const Expr& above, const Expr& coordinate, const Expr& value, Body& out);

  Result& result_;
  Locator& locator_;
  Values& values_;
};

}  // namespace stardust::loops
