// From the user's specification to tensors and an assignment that can be evaluated.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/kernel_spec.h"
#include "exec/reference.h"
#include "planner/facts.h"
#include "support/progress.h"

namespace stardust::driver {

/// A tensor to convert to another format, and the reason.
struct Conversion {
  std::string tensor;
  Format to;
  std::string why;
  std::vector<notation::IndexVar> indices = {};  ///< of an operand: only for accesses with these indices; empty: all
  std::string otherwise = {};                    ///< an alternative to storing the tensor in that format; may be empty
  std::optional<ValueType> type = {};            ///< of the result's values, which have another one during the run
};

/// A conversion done on the host.
struct Receipt {
  std::string tensor;
  Format from, to;
  std::string why;
  std::int64_t stored = 0;  ///< number of entries; this and the next two are 0 without data
  std::int64_t bytes = 0;   ///< of the arrays read and written
  double seconds = 0;       ///< on this computer; the median if it was timed several times
  bool ofResult = false;    ///< after the run; operands are converted before it
  std::string copy = {};    ///< name of the converted operand, if the original is needed, too
};

/// The memories that hold the values of a tensor.
struct Residence {
  bool host = false, accelerator = false;
};
/// By tensor, for results of earlier statements. Operands that are read or generated are in both memories, and not
/// listed.
using Residences = std::map<std::string, Residence>;

/// A candidate of the plan: a schedule that gives it, and its estimated steps (planner/estimate.h).
struct PlanRow {
  std::string schedule;
  double steps = 0;
  bool isTaken = false;
  bool isStored = false;  ///< the loops that the formats ask for
  /// A schedule with asymptotically fewer tasks for all data (planner/tasks.h); empty: none that was found.
  std::string dominatedBy = {};
};

struct Computed;  // driver/computed.h

/// Whether views that loops could read in place stay open: for targets that settle them (in_place.h).
enum class Views { Made, Open };

/// The input of an evaluation without the data of the operands, which may be large.
struct ProblemWithoutData {
  std::string name = "Kernel";      ///< of the Spatial class
  notation::Assignment assignment;  ///< with all dimensions
  std::vector<schedule::Command> commands;
  std::uint64_t seed = 0;                             ///< of generated operands
  std::map<std::string, Location> formatPlaces = {};  ///< places of the user's formats, by tensor
  std::vector<std::string> notes = {};                ///< for the report: see KernelSpec
  std::vector<Receipt> receipts = {};                 ///< of converted operands
  std::optional<Conversion> finally = {};  ///< of the result, if the user's format differs from the assignment's
  Residences residences = {};
  /// Of a statement with computed indices; null: the assignment is as written.
  std::shared_ptr<const Computed> computed = {};
  int conversionRuns = 1;          ///< how often each conversion is timed: see CpuSettings::runs
  planner::Facts facts = {};       ///< of operands whose data is elsewhere
  std::vector<PlanRow> plan = {};  ///< the candidates that the planner compared; empty: there was no choice
};

/// The same with data. Operands have the formats of the assignment's tensors; scalars are tensors of order 0.
struct Problem : ProblemWithoutData {
  exec::Operands operands;
};

inline constexpr std::uint64_t defaultSeed = 42;

/// Reads and generates the operands, and derives all dimensions from the files, from `dim`, and from each other. Throws
/// Error: user for an operand without a value, for conflicting or missing dimensions, and for any error in a file;
/// unsupported if the problem cannot fit in this computer's memory. `given`: existing tensors, as operands and as
/// sources of rotations (see loadSteps in sequence.h).
Problem loadProblem(const KernelSpec& spec, Progress* progress = nullptr, const exec::Operands& given = {},
                    Views views = Views::Made);

/// The extents that a program needs: an accelerator program needs all of them, C accepts any with each call.
enum class Sizes { All, Any };

/// The same without data, for compilation only: dimensions come from `dim` (and from files, if there are any). A scalar
/// without a value is 1.
Problem describeProblem(const KernelSpec& spec, Sizes sizes, Progress* progress = nullptr,
                        const exec::Operands& given = {}, Views views = Views::Made);

/// The problem of a kernel without data and extents, which come with each call. Throws Error (user) for assignments
/// whose meaning depends on data: += adds to existing contents.
Problem kernelProblem(const KernelSpec& spec);

/// A Scala class name from a kernel's name: "spmv" → "Spmv".
std::string className(const std::string& kernel);

}  // namespace stardust::driver
