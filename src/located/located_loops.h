// The loops of a statement, with the known variables and the visited coordinates of each; common to all lowerings.
#pragma once

#include <set>
#include <vector>

#include "cin/query.h"
#include "iteration/contraction.h"

namespace stardust::located {

struct LocatedLoop {
  cin::Forall loop;
  std::vector<notation::IndexVar> around;  ///< variables of the enclosing loops, outermost first
  std::set<notation::IndexVar> known;      ///< the loop variables and the variables derived from them
  std::vector<cin::Derived> derived;       ///< variables that become known in the body, in an order of evaluation
  iteration::Set set;                      ///< the contraction set of the loop (iteration/contraction.h)
  int factor = 0;                          ///< factor of the immediately enclosing map; 0: none

  /// Whether it may skip coordinates at which no operand is stored.
  bool skips() const { return !iteration::contains(set, {}, 0); }
};

/// All loops, outer loops before inner ones. `extents` are those of cin::knownExtents; derived variables have no bounds
/// where extents are unknown. O(loops * statement).
std::vector<LocatedLoop> loopsIn(const cin::Stmt& stmt, const cin::Extents& extents);

}  // namespace stardust::located
