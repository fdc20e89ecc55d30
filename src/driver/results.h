// What targets share when they note in a run what they made and computed.
#pragma once

#include <optional>

#include "driver/evaluate.h"
#include "driver/run.h"

namespace stardust::driver {

/// Tells who watches the run what is known of it by now.
void tellKnown(const Run& run);

/// The result as the user wants it: what the target assembled is right, and so is what the host made of it.
void takeResult(Run& run, const Problem& onTarget, const Checked& checked);

/// The reference with its result as a target assembles it. It is brought into another format when it is asked for,
/// once.
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

/// What the report says of a problem that was only compiled.
void takeProblem(Run& run, const Problem& problem);

}  // namespace stardust::driver
