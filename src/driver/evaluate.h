// One evaluation: the reference, the compiled program, its run on a target, and their comparison.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "driver/device_formats.h"
#include "driver/hooks.h"
#include "driver/machines.h"
#include "driver/problem.h"
#include "exec/compare.h"
#include "exec/reference.h"
#include "stardust/run.h"

namespace stardust::driver {

std::string toString(Target target);

/// The reference result of a problem.
exec::Evaluated referenceOf(const Problem& problem);

/// The margin of the program's own check: the largest rounding error of any order of summation. It is relative if it is
/// a small fraction of all values, as in sums without cancellation. 0 for integers. Infinite if a value may overflow in
/// an intermediate result, or is NaN.
spatial::Margin checkMargin(const exec::Evaluated& reference);
/// The margin if there is no data yet.
inline constexpr spatial::Margin defaultMargin{1e-3, true};

/// The compiler's options for a problem, besides its assignment: name, scalars, and measurements of its operands.
CompileOptions optionsOf(const Problem& problem, const spatial::Margin& margin);

/// The program of a problem for a machine: see compileToFit. It looks for its files in the folder, if there is one.
Compiled compileFor(const Ready& ready, const capstan::Machine& machine, const spatial::Margin& margin = {},
                    const std::string& dataFolder = {}, const PassWatch& watch = {});

/// The result of a program run, and its comparison.
struct Checked {
  Storage result;
  exec::Comparison comparison;
  double seconds = 0;                     ///< that the comparison took
  std::vector<std::string> failedChecks;  ///< of the program's own check of its result
  bool verified() const { return comparison.verified && failedChecks.empty(); }
};

/// Compares a result with the whole reference.
Checked compared(const exec::Evaluated& reference, Storage result, const std::string& tensor);

/// Runs the Spatial interpreter on the parsed program.
Checked interpret(const Problem& problem, const Compiled& compiled, const exec::Evaluated& reference,
                  const Hooks& hooks = {});

/// Compares the contents of memory after a run with the whole reference.
Checked check(const Problem& problem, const Compiled& compiled, const exec::Evaluated& reference,
              const spatial::RunOutput& output);

}  // namespace stardust::driver
