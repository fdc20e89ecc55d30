// What crosses between the host and the accelerator.
#pragma once

#include "spatial/dsl/dsl.h"

namespace stardust::dsl {

/// What the files of the streams that come in hold: a line for each element.
void loadStreams(Dsl& e);
/// Declares what the host passes to the accelerator; gives its values.
spatial::HostFiles addBoundary(const Dsl& e, spatial::Program& program);
/// What the accelerator leaves behind, also in the files of streams.
void takeResults(Dsl& e, const spatial::RunOutput& output);

}  // namespace stardust::dsl
