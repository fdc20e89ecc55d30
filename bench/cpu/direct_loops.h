// Loops as printed by a tensor algebra compiler without further optimization: a loop for each level, a case for each
// subset of operands left in a union, rows divided among threads. Their shape is that of TACO's code in its
// publications (Kjolstad et al., "The Tensor Algebra Compiler", OOPSLA 2017; with workspaces, CGO 2019); the text is
// ours. They stand in for TACO where it is not installed.
#pragma once

#include <string>

namespace stardust::bench {

/// An operand, level by level; a dense level has neither positions nor coordinates. 32-bit integers, as in TACO.
struct DirectOperand {
  const int *pos[3], *crd[3];
  const double* values;
  int dims[3];  ///< by level
};
/// A result, in memory that suffices for all operands. `count`: number of values of a sparse result.
struct DirectResult {
  int *pos[3], *crd[3];
  double* values;
  int count;
};
/// All arguments of a kernel, in the order of its expression. `row` and `isSet` have the length of a row of the result;
/// `isSet` is all false before and after.
struct DirectArguments {
  const DirectOperand* operands;
  DirectResult* result;
  double* row;
  bool* isSet;
};
using DirectKernel = void (*)(const DirectArguments&);

/// By the name of the kernel; null if there is none. The text is compiled for any processor, and for this one.
DirectKernel directForAny(const std::string& kernel);
DirectKernel directForThis(const std::string& kernel);

}  // namespace stardust::bench
