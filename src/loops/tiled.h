// What iterations that run side by side do.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "loops/nodes.h"

namespace stardust::loops {

/// What the variable of a tiled loop has a part in: each iteration has its own. Everything else, bounds and conditions
/// among it, is shared.
struct Lanes {
  Type type = Type::F64;         ///< of the values
  std::set<std::string> places;  ///< of I64: the variable, and what goes up by one with it
  std::set<std::string> values;

  bool isShared(const Expr& e) const;
  /// Goes up by one from iteration to iteration: a place plus or minus what is shared.
  bool isPlace(const Expr& e) const;
  /// A sum, a difference, a product or the negative of values, of elements at places, and of what is shared.
  bool isValue(const Expr& e) const;
};

/// Nothing if the iterations cannot run side by side: they declare names, walk serial loops, ask for rows, store at
/// places, each array at one that does not change during an iteration, what they may load there too but nowhere else,
/// and assign what they have declared, or literals to what they have not and do not read. All values are numbers of one
/// type.
std::optional<Lanes> lanesOf(const For& loop);

}  // namespace stardust::loops
