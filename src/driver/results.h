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

/// The reference with its result as the target assembles it; `converted` keeps that if it is another one.
const exec::Evaluated& referenceFor(const Problem& onTarget, const exec::Evaluated& reference,
                                    std::optional<exec::Evaluated>& converted);

/// What the report says of a problem that was only compiled.
void takeProblem(Run& run, const Problem& problem);

}  // namespace stardust::driver
