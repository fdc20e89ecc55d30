// A loop that threads share. Its body becomes a function of its own, for threads to call: each takes iterations until
// none is left, and has its own copies of the arrays that the body declares, from its first iteration to its last.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "backend/cpu/c_statements.h"

namespace stardust::cpu {

struct SharedLoop {
  const loops::For& loop;
  std::string name, type, part;  ///< of the variable and the structure that hold what is shared, and of the function
  /// What the iterations share, as a declaration and a name: "const double* restrict ", "B_vals".
  std::vector<std::pair<std::string, std::string>> members;

  static SharedLoop of(const loops::For& loop, KernelFile& file);
  /// Adds the structure and the function to the parts of the file; whether an iteration can fail.
  bool printPart(KernelFile& file) const;
};

}  // namespace stardust::cpu
