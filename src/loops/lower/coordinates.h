// Coordinates that no loop counts: what splits and fused loops make of those that loops do.
#pragma once

#include "loops/lower/context.h"

namespace stardust::loops {

class Coordinates : public Part {
 public:
  using Part::Part;

  /// All that follow from the innermost loop come into the scope. The condition under which they exist: the last part
  /// of a split may go beyond the extent.
  Expr derive(Scope& scope, Body& out);
  /// The strides and divisors of `d` are those of the extents at hand; the function must fit all.
  Expr derived(const cin::Derived& d, const Scope& scope);
  /// The position in iteration `at` of a loop over an outermost part, if all other parts are 0.
  Expr positionOf(const IndexVar& part, Expr at, const Scope& scope);

 private:
  Expr innerExtentOf(const IndexVar& fused, const IndexVar& part);
};

}  // namespace stardust::loops
