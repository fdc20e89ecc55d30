// The boundary between host and accelerator.
#pragma once

#include "spatial/dsl/dsl.h"

namespace stardust::dsl {

/// Reads the files of the input streams: one element per line.
void loadStreams(Dsl& e);
/// Declares the host's arrays and arguments in the program. Returns their values.
spatial::HostFiles addBoundary(const Dsl& e, spatial::Program& program);
/// Copies the accelerator's results to the host's values, and writes the files of output streams.
void takeResults(Dsl& e, const spatial::RunOutput& output);

}  // namespace stardust::dsl
