// Names in the emitted program: readable, unique, and never a word of Scala or Spatial.
#pragma once

#include <set>
#include <string>

#include "spatial/nodes.h"

namespace stardust::spatial {

class Names {
 public:
  Names();
  /// `wanted` if it is free, else wanted_2, wanted_3, …; taken from now on.
  std::string fresh(const std::string& wanted);

 private:
  std::set<std::string> taken_;
};

/// Names that are fresh in the program. Linear in its size.
Names namesOf(const Program& program);

}  // namespace stardust::spatial
