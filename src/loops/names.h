// Names of a function: each is given once, so that nothing is shadowed.
#pragma once

#include <set>
#include <string>

#include "loops/nodes.h"

namespace stardust::loops {

class Names {
 public:
  /// `wanted`, or wanted_2, wanted_3, … ; a word of the text form gets a number, too.
  std::string fresh(const std::string& wanted);

 private:
  std::set<std::string> taken_;
};

/// A name for a value: none is made for what is a name or a literal already.
Expr named(Names& names, Body& out, const std::string& wanted, Expr value);

}  // namespace stardust::loops
