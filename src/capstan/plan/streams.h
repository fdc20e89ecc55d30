// Streams that begin in the body of an outer loop (the command stream), in place of one for each fiber.
#pragma once

#include <optional>
#include <string>

#include "capstan/plan/memories.h"

namespace stardust::placement {

/// The loop around the last loop of the access in whose body its streams begin: the one that the schedule names, or its
/// copy. None: the schedule says nothing. Throws Error (user): no such loop is around it.
std::optional<std::string> streamLoopOf(const Context& c, const notation::Access& access);

/// Sets AccessPlan::streamLoop and the site of streamed values of an operand whose levels and values are planned. The
/// loops between that loop and a streamed level must visit all fibers in the order in which they are stored. Throws
/// Error (user) otherwise, or if nothing is streamed.
void planStreams(const Context& c, AccessPlan& plan);

}  // namespace stardust::placement
