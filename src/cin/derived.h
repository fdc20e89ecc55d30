// Derived index variables, which no loop binds: the parents of split_up and split_down, the operands of fuse, the
// coordinates of pos, and those of computed indices.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "cin/nodes.h"

namespace stardust::cin {

/// The largest factor, and the largest extent in a command. The sum of an extent and a factor keeps a 64-bit number.
inline constexpr std::int64_t maxExtent = maxDimension;

/// The product of the trip counts, if it is at most maxPositions.
std::optional<std::int64_t> fusedExtent(std::int64_t outer, std::int64_t inner);

/// Extents of index variables. An index variable has one extent throughout a statement.
using Extents = std::map<IndexVar, std::int64_t>;

/// var = outer * stride + inner
struct Combined {
  IndexVar outer, inner;
  std::int64_t stride = 1;
};
/// var = fused / divisor
struct Quotient {
  IndexVar fused;
  std::int64_t divisor = 1;
};
/// var = fused % divisor
struct Remainder {
  IndexVar fused;
  std::int64_t divisor = 1;
};
/// The coordinate stored at a position; equal to the position in a level that stores all coordinates.
struct Stored {
  IndexVar position;
};

/// The value of a computed index; `reads` as in IndexOf.
struct Computed {
  notation::Index index;
  std::vector<Access> reads;
};

/// A variable derived from enclosing loops.
struct Derived {
  IndexVar var;
  std::variant<Combined, Quotient, Remainder, Stored, Computed>
      definition;               ///< in terms of loop variables and of preceding Derived variables
  IndexVar at;                  ///< the innermost loop that it depends on: known in the body of that loop
  std::vector<IndexVar> loops;  ///< all loops that it depends on, outermost first
  std::int64_t extent = 0;      ///< 0 while unknown, which makes dependent strides and divisors unknown
  bool guarded = false;         ///< may reach its extent: the body of `at` runs only where var < extent
};

/// Extends `known` by the extents that the relations imply and that `bound` states. Omits unknown extents, and extents
/// that overflow in a fuse (fusedExtent). Throws Error (user): a bound contradicts an extent.
Extents withDerived(const std::vector<Relation>& relations, Extents known);

/// The variables derived from these loops (outermost first), in an order of evaluation, in O(relations * loops).
/// `extents` are those of withDerived; they may be unknown in code for any extents.
std::vector<Derived> derivedVars(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops,
                                 const Extents& extents);
/// The derived variables that become known at the last loop, at the start of its body.
std::vector<Derived> derivedHere(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops,
                                 const Extents& extents);
/// The names of the derived variables in the same order; requires no extents.
std::vector<IndexVar> derivedNames(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops);

/// The loop variables that determine `var` on a path with these loops, outer parts of a split before inner ones: {var}
/// if it is a loop itself or not derived. Example: split_up(i, io, ii, 4), fuse(io, j, f): i consists of {f, ii},
/// although f also contains j.
std::vector<IndexVar> componentsOf(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops,
                                   const IndexVar& var);

/// The closure of `vars` under the relations: including the parts of a split, and a fusion of two members. A loop is a
/// reduction if it is outside the closure of the left-hand side's indices.
std::set<IndexVar> determinedBy(const std::vector<Relation>& relations, const std::vector<IndexVar>& vars);

}  // namespace stardust::cin
