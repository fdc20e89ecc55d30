// The loops of a program as the user's text has them: all copies of one are one.
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
    std::size_t copies = 1;  ///< of its body
    std::size_t depth = 0;   ///< loops around it
  };
  std::vector<Loop> loops;                                   ///< in the order of the program
  std::vector<std::vector<std::size_t>> around;              ///< by context: the loops around it, outermost first
  std::vector<std::optional<std::size_t>> ofMemory;          ///< by memory: the loop whose body it is new in
  std::optional<std::size_t> of(capstan::Id context) const;  ///< the innermost
};

/// O(contexts × depth of loops).
LoopTree loopsOf(const capstan::Mapping& mapping);

}  // namespace stardust::report
