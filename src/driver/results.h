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

/// The reference, with its result in the target's format. The conversion happens once, on demand.
class Wanted {
 public:
  /// `reference` must outlive it.
  Wanted(const Problem& onTarget, const exec::Evaluated& reference)
      : isConverted_(onTarget.finally.has_value()),
        format_(onTarget.assignment.lhs.tensor.format),
        reference_(reference) {}
  const exec::Evaluated& get();

 private:
  bool isConverted_;
  Format format_;
  const exec::Evaluated& reference_;
  std::optional<exec::Evaluated> converted_;
};

/// Records the problem of a compilation for the report.
void takeProblem(Run& run, const Problem& problem);

}  // namespace stardust::driver
