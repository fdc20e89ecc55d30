// Prints a parallel loop. Its body is outlined to a function that the threads call. Each thread takes chunks of
// iterations until none is left. The arrays declared in the body are private to a thread and reused across its
// iterations.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "backend/cpu/c_statements.h"

namespace stardust::cpu {

struct SharedLoop {
  const loops::For& loop;
  std::string name, type, part;  ///< names of the variable and the struct of captures, and of the outlined function
  /// Captures, as a type and a name: "const double* restrict ", "B_vals".
  std::vector<std::pair<std::string, std::string>> members;

  static SharedLoop of(const loops::For& loop, KernelFile& file);
  /// Adds the struct and the function to the file. Returns whether an iteration can fail.
  bool printPart(KernelFile& file) const;
};

}  // namespace stardust::cpu
