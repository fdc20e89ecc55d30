// From what the user said to tensors and an assignment that can be evaluated.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "driver/kernel_spec.h"
#include "exec/reference.h"
#include "io/progress.h"

namespace stardust::driver {

/// What to evaluate. Operands have the formats of the assignment's tensors; scalars are tensors of order 0.
struct Problem {
  std::string name = "Kernel";      ///< of the Spatial class
  notation::Assignment assignment;  ///< with all dimensions known
  std::vector<schedule::Command> commands;
  exec::Operands operands;
  std::uint64_t seed = 0;           ///< of the generated operands
};

inline constexpr std::uint64_t defaultSeed = 42;

/// Reads and generates the operands and works out all dimensions: from the files, `dim`, and each other.
/// Throws Error (user): an operand without a value, dimensions that disagree or are missing, anything wrong with a file.
Problem loadProblem(const KernelSpec& spec, Progress* progress = nullptr);

/// The same without data, for compiling only: dimensions come from `dim` (and from files, if there are any). A scalar without a value is 1.
Problem describeProblem(const KernelSpec& spec, Progress* progress = nullptr);

/// A Scala class name from a kernel's name: "spmv" → "Spmv".
std::string className(const std::string& kernel);

}  // namespace stardust::driver
