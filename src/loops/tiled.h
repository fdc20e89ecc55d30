// Analysis of tiled loops, whose iterations run side by side.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "loops/nodes.h"

namespace stardust::loops {

/// The names that depend on the variable of a tiled loop, with a private instance in each iteration. All other names,
/// including bounds and conditions, are shared.
struct Lanes {
  Type type = Type::F64;         ///< type of the values
  std::set<std::string> places;  ///< of I64: the variable, and names that advance with it by 1
  std::set<std::string> values;

  bool isShared(const Expr& e) const;
  /// Whether the expression advances by 1 with each iteration: a place plus or minus a shared value.
  bool isPlace(const Expr& e) const;
  /// Whether the expression is a sum, difference, product or negation of private values, elements at places, and shared
  /// values.
  bool isValue(const Expr& e) const;
};

/// None if the iterations cannot run side by side. Legal statements: declarations, serial loops, prefetches, stores at
/// places (one invariant place for each array, which may also be loaded there but nowhere else), assignments to names
/// of the body, and assignments of literals to outer names that the body does not read. All values have one numeric
/// type.
std::optional<Lanes> lanesOf(const For& loop);

}  // namespace stardust::loops
