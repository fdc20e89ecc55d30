// Unique, readable names in the emitted program, which avoid the keywords of Scala and Spatial.
#pragma once

#include <set>
#include <string>

#include "spatial/nodes.h"

namespace stardust::spatial {

class Names {
 public:
  Names();
  /// `wanted` if unused, else wanted_2, wanted_3, …; reserves the name.
  std::string fresh(const std::string& wanted);

 private:
  std::set<std::string> taken_;
};

/// Names that are unused in the program. Linear in its size.
Names namesOf(const Program& program);

}  // namespace stardust::spatial
