// Unique names of a function, which prevents shadowing.
#pragma once

#include <set>
#include <string>

#include "loops/nodes.h"

namespace stardust::loops {

class Names {
 public:
  /// The first free name of `wanted`, wanted_2, wanted_3, …; reserved words get a number, too.
  std::string fresh(const std::string& wanted);

 private:
  std::set<std::string> taken_;
};

/// Binds a value to a name; names and literals are returned unchanged.
Expr named(Names& names, Body& out, const std::string& wanted, Expr value);

}  // namespace stardust::loops
