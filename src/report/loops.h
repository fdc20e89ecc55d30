// The loops of a program as in the user's text: copies of a loop count as one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "capstan/mapping/mapping.h"

namespace stardust::report {

struct LoopTree {
  struct Loop {
    std::string what;  ///< "loop i", "sum over j: A(i,j) * x(j)"
    std::optional<std::size_t> parent;
    std::size_t copies = 1;  ///< copies of its body
    std::size_t depth = 0;   ///< number of enclosing loops
  };
  std::vector<Loop> loops;                                   ///< in program order
  std::vector<std::vector<std::size_t>> around;              ///< by context: the enclosing loops, outermost first
  std::vector<std::optional<std::size_t>> ofMemory;          ///< by memory: the loop whose body declares it
  std::optional<std::size_t> of(capstan::Id context) const;  ///< the innermost loop
};

/// O(contexts × depth of loops).
LoopTree loopsOf(const capstan::Mapping& mapping);

}  // namespace stardust::report
