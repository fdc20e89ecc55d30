// The loops of a statement, with what is known where each begins and which coordinates it visits: for every lowering.
#pragma once

#include <set>
#include <vector>

#include "cin/query.h"
#include "iteration/contraction.h"

namespace stardust::located {

struct LocatedLoop {
  cin::Forall loop;
  std::vector<notation::IndexVar> around;  ///< the variables of the loops around it, outermost first
  std::set<notation::IndexVar> known;      ///< they, and what follows from them
  std::vector<cin::Derived> derived;       ///< what becomes known in its body, in an order in which it can be computed
  iteration::Set set;                      ///< the coordinates that its body is about (iteration/contraction.h)
  int factor = 0;                          ///< of the map right around it; 0: none

  /// Whether it can pass over coordinates at which no operand is stored.
  bool skips() const { return !iteration::contains(set, {}, 0); }
};

/// All loops, each before those inside it. `extents` are those of cin::knownExtents; what is derived has no numbers
/// where they are unknown. O(loops * statement).
std::vector<LocatedLoop> loopsIn(const cin::Stmt& stmt, const cin::Extents& extents);

}  // namespace stardust::located
