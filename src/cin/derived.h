// Index variables that no loop binds: what split_up, split_down, fuse and pos make of the loops there are.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "cin/nodes.h"

namespace stardust::cin {

/// The largest factor, and the largest extent that a command may state: coordinates are 32-bit.
inline constexpr std::int64_t maxExtent = maxDimension;

/// How many iterations loops of these extents have together, if that is at most maxPositions.
std::optional<std::int64_t> fusedExtent(std::int64_t outer, std::int64_t inner);

/// Extents of index variables. Every index variable has one extent throughout a statement.
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
/// The coordinate that is stored at a position; where all are stored, the position itself.
struct Stored {
  IndexVar position;
};

/// A variable that follows from the loops around it.
struct Derived {
  IndexVar var;
  std::variant<Combined, Quotient, Remainder, Stored>
      definition;               ///< from loop variables, and from Derived variables before this one
  IndexVar at;                  ///< the innermost loop that it depends on: known in the body of that loop
  std::vector<IndexVar> loops;  ///< all loops that it depends on, outermost first
  std::int64_t extent = 0;      ///< 0 while unknown, and so are a stride and a divisor that depend on it
  bool guarded = false;         ///< may reach its extent: the body of `at` runs only where var < extent
};

/// `known` with the extents that follow from it by the relations, and those that `bound` states.
/// What cannot be known yet is left out, and so is an extent that fuse makes too large (fusedExtent). Throws Error
/// (user): a bound contradicts an extent.
Extents withDerived(const std::vector<Relation>& relations, Extents known);

/// The variables that follow from these loops (outermost first), in an order in which they can be computed, in
/// O(relations * loops). `extents` are those of withDerived, and may be unknown for code that fits any.
std::vector<Derived> derivedVars(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops,
                                 const Extents& extents);
/// Those of them that become known at the last of the loops: what the body of that loop starts with.
std::vector<Derived> derivedHere(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops,
                                 const Extents& extents);
/// Their names alone, in the same order; needs no extents.
std::vector<IndexVar> derivedNames(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops);

/// The loop variables that `var` is made of on a path with these loops, outer parts of a split before inner ones: {var}
/// if it is a loop itself, or not derived. Example: split_up(i, io, ii, 4), fuse(io, j, f): i consists of {f, ii},
/// whatever else f stands for.
std::vector<IndexVar> componentsOf(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops,
                                   const IndexVar& var);

/// All variables whose values follow from those of `vars`: they, the parts of a split, and what is fused of two of
/// them. A loop that is not among what follows from the indices of an assignment's left-hand side reduces.
std::set<IndexVar> determinedBy(const std::vector<Relation>& relations, const std::vector<IndexVar>& vars);

}  // namespace stardust::cin
