// Loops for each kernel as a compiler of tensor algebra prints them that lowers and does no more: a loop for each
// level, a case for each set of operands that may be left in a union, rows shared among threads. Their shape is that of
// TACO's as its publications show it (Kjolstad et al., "The Tensor Algebra Compiler", OOPSLA 2017; with workspaces,
// CGO 2019); the text is ours. They stand for TACO where it is not installed, in the same run as ours.
#pragma once

#include <string>

namespace stardust::bench {

/// An operand, level by level; a dense level has neither positions nor coordinates. Numbers of 32 bits, as TACO has.
struct DirectOperand {
  const int *pos[3], *crd[3];
  const double* values;
  int dims[3];  ///< by level
};
/// A result, in memory that is large enough whatever the operands store. `count`: values of a sparse one.
struct DirectResult {
  int *pos[3], *crd[3];
  double* values;
  int count;
};
/// Everything that a kernel may use, in the order in which its expression names it; `row` and `isSet` are as long as a
/// row of the result, `isSet` all false before and after.
struct DirectArguments {
  const DirectOperand* operands;
  DirectResult* result;
  double* row;
  bool* isSet;
};
using DirectKernel = void (*)(const DirectArguments&);

/// By the name of the kernel; null if there is none. The text is compiled for any processor and for this one.
DirectKernel directForAny(const std::string& kernel);
DirectKernel directForThis(const std::string& kernel);

}  // namespace stardust::bench
