// From what the user said to tensors and an assignment that can be evaluated.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/kernel_spec.h"
#include "exec/reference.h"
#include "support/progress.h"

namespace stardust::driver {

/// A tensor to be brought into another format, and why.
struct Conversion {
  std::string tensor;
  Format to;
  std::string why;
  std::vector<notation::IndexVar> indices = {};  ///< of an operand: only for the accesses with these; empty: for all
  std::string otherwise = {};  ///< what the user can do to avoid it, beside storing the tensor so; may be empty
};

/// A conversion that the host made.
struct Receipt {
  std::string tensor;
  Format from, to;
  std::string why;
  std::int64_t stored = 0;  ///< entries; this and the next two are 0 where there is no data
  std::int64_t bytes = 0;   ///< of the arrays that were read and of those that were written
  double seconds = 0;       ///< of this computer
  bool ofResult = false;    ///< after the run; operands are converted before it
  std::string copy = {};    ///< what the converted operand is called, if the other one is needed too
};

/// In which memories the values of a tensor are.
struct Residence {
  bool host = false, accelerator = false;
};
/// By tensor: results of earlier statements. What is read or generated is in both, and not listed.
using Residences = std::map<std::string, Residence>;

/// What to evaluate. Operands have the formats of the assignment's tensors; scalars are tensors of order 0.
struct Problem {
  std::string name = "Kernel";      ///< of the Spatial class
  notation::Assignment assignment;  ///< with all dimensions known
  std::vector<schedule::Command> commands;
  exec::Operands operands;
  std::uint64_t seed = 0;                             ///< of the generated operands
  std::map<std::string, Location> formatPlaces = {};  ///< where the user gave formats, by tensor
  std::vector<std::string> notes = {};                ///< for the report: see KernelSpec
  std::vector<Receipt> receipts = {};                 ///< of operands that are not as the user stored them
  std::optional<Conversion> finally =
      {};  ///< of the result, if the user wants it in another format than the assignment's
  Residences residences = {};
};

inline constexpr std::uint64_t defaultSeed = 42;

/// Reads and generates the operands and works out all dimensions: from the files, `dim`, and each other.
/// Throws Error (user): an operand without a value, dimensions that disagree or are missing, anything wrong with a
/// file; (unsupported): what cannot fit in this computer's memory. `given`: tensors that are there already, as operands
/// and as sources of rotations (see loadSteps in sequence.h).
Problem loadProblem(const KernelSpec& spec, Progress* progress = nullptr, const exec::Operands& given = {});

/// What is made for extents: a program of the accelerator needs them all, C takes any with each call.
enum class Sizes { All, Any };

/// The same without data, for compiling only: dimensions come from `dim` (and from files, if there are any). A scalar
/// without a value is 1.
Problem describeProblem(const KernelSpec& spec, Sizes sizes, Progress* progress = nullptr,
                        const exec::Operands& given = {});

/// The problem of kernels: no data and no extents, which come with each call. Throws Error (user) at what only data
/// gives a meaning: += adds to what is there.
Problem kernelProblem(const KernelSpec& spec);

/// A Scala class name from a kernel's name: "spmv" → "Spmv".
std::string className(const std::string& kernel);

}  // namespace stardust::driver
