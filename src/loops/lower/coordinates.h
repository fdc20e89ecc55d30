// Derived coordinates: variables that splits, fusions and positions determine from loop variables.
#pragma once

#include "loops/lower/context.h"

namespace stardust::loops {

class Coordinates : public Part {
 public:
  using Part::Part;

  /// Adds all variables that the innermost loop determines to the scope. Returns the guard: the last tile of a split
  /// may exceed the extent.
  Expr derive(Scope& scope, Body& out);
  /// The value of `d`, with strides and divisors in terms of runtime extents, since the function must support all
  /// extents.
  Expr derived(const cin::Derived& d, const Scope& scope);
  /// The position in iteration `at` of a loop over an outer part, with all other parts 0.
  Expr positionOf(const IndexVar& part, Expr at, const Scope& scope);

 private:
  Expr computed(const cin::Computed& c, const Scope& scope);
  Expr innerExtentOf(const IndexVar& fused, const IndexVar& part);
};

}  // namespace stardust::loops
