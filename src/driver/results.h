// Shared code of targets that record their products and results in a run.
#pragma once

#include <optional>

#include "driver/evaluate.h"
#include "driver/run.h"

namespace stardust::driver {

/// Reports the current state of the run to its observer.
void tellKnown(const Run& run);

/// Records the result in the user's format: both the target's result and its conversion are checked.
void takeResult(Run& run, const Problem& onTarget, const Checked& checked);

/// The reference, with its result in the target's format and value type. The conversion happens once, on demand.
class Wanted {
 public:
  /// `reference` must outlive it.
  explicit Wanted(const exec::Evaluated& reference) : reference_(reference) {}
  /// `onTarget`: the problem of the target, always the same one.
  const exec::Evaluated& get(const Problem& onTarget);

 private:
  const exec::Evaluated& reference_;
  std::optional<exec::Evaluated> converted_;
};

/// Records the problem of a compilation for the report.
void takeProblem(Run& run, const Problem& problem);

}  // namespace stardust::driver
