// Sums over the columns of a matrix whose level can visit many rows in one loop (LevelLowering::acrossRows).
#pragma once

#include "iteration/contraction.h"
#include "loops/lower/locate.h"
#include "loops/lower/values.h"

namespace stardust::loops {

class RowsTogether : public Part {
 public:
  RowsTogether(Context& context, Locator& locator, Values& values)
      : Part(context), locator_(locator), values_(values) {}

  /// forall(i, y(i) = sum over j of e) for the rows [begin, end), where one such level decides j:
  ///   for some rows after the others { y(i) = 0 in each row; for diagonals { y(i) += e in each row } }
  /// Each element is the sum of the same terms in the same order as in a loop over rows. Empty: another statement.
  Body lower(const cin::Forall& rows, const Expr& begin, const Expr& end, const Scope& scope);

 private:
  struct Sum {
    cin::Forall loop;    // over j
    cin::Assign result;  // y(i) = t
    cin::Assign term;    // t += e
    iteration::LevelIterator level;
  };
  std::optional<Sum> sumOf(const cin::Forall& rows, const Scope& scope) const;
  Expr placeOf(const Access& access, Scope& scope, Body& out);

  Locator& locator_;
  Values& values_;
};

}  // namespace stardust::loops
