// Unions of fibers of fibers: A(i,j,k) = B(i,j,k) + C(i,j,k). Where the innermost fibers have a few entries each, most
// of the time of a loop for each of them is its end, which no processor foresees. There all entries below one i are
// merged in one loop, by both coordinates at once: each operand's are written side by side as keys, j * 2^32 + k.
//     200 x 200 fibers of 2 entries each, two operands: 1.09 ms fiber by fiber, 0.8 ms by keys. Where vectors are wide,
//     sums of two short fibers are taken without a branch (unions.h), and that is faster.
#pragma once

#include "loops/lower/locate.h"
#include "loops/lower/merge.h"
#include "loops/lower/result.h"
#include "loops/lower/values.h"

namespace stardust::loops {

/// Whether the loop, over j, is one of these.
bool unitesFibersOfFibers(const Merge& merge, const StatementFacts& facts);

class ShortFibers : public Part {
 public:
  ShortFibers(Context& context, Result& result, Locator& locator, Values& values)
      : Part(context), result_(result), locator_(locator), values_(values) {}

  /// By keys where the fibers are short; else `fiberByFiber`.
  Body entriesOrFibers(const Merge& merge, const Scope& outer, Body fiberByFiber);

 private:
  /// The entries of an operand below the coordinates of the loops around.
  struct Entries {
    const Head* head;
    std::string keys, at;  ///< an array, and the variable that stands in it
    Expr first, count;     ///< their positions
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
