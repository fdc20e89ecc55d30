// One evaluation: the reference, the compiled program, its run on a target, and the comparison of the two.
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

/// The margin of the program's own check: the largest rounding error that any order of summation explains, as a part of
/// the values where it is a small part of all of them, as where nothing is subtracted. 0 for integers. Infinite where a
/// value may overflow on the way, or is no number.
spatial::Margin checkMargin(const exec::Evaluated& reference);
/// The same where there is no data yet.
inline constexpr spatial::Margin defaultMargin{1e-3, true};

/// What the compiler is told of a problem beside its assignment: its name, its scalars, and what is measured of its
/// operands.
CompileOptions optionsOf(const Problem& problem, const spatial::Margin& margin);

/// The program of a problem for a machine: see compileToFit. It looks for its files in the folder, if one is named.
Compiled compileFor(const Ready& ready, const capstan::Machine& machine, const spatial::Margin& margin = {},
                    const std::string& dataFolder = {}, const PassWatch& watch = {});

/// What came out of a run of the program, and whether it is right.
struct Checked {
  Storage result;
  exec::Comparison comparison;
  std::vector<std::string> failedChecks;  ///< of the program's own result check
  bool verified() const { return comparison.verified && failedChecks.empty(); }
};

/// The Spatial interpreter on the parsed-back program.
Checked interpret(const Problem& problem, const Compiled& compiled, const exec::Evaluated& reference,
                  const Hooks& hooks = {});

/// Compares what a run of the program left in memory with the reference, in full.
Checked check(const Problem& problem, const Compiled& compiled, const exec::Evaluated& reference,
              const spatial::RunOutput& output);

}  // namespace stardust::driver
