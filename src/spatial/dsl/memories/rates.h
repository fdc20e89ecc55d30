// How many elements pass through the FIFOs of what is staged, where that can be told; internal to the room.
#pragma once

#include <functional>
#include <map>

#include "spatial/exprs.h"

namespace stardust::dsl {

/// The value of an argument of the accelerator, if the name is one.
using ArgumentOf = std::function<std::optional<std::int64_t>(const std::string& name)>;

/// Elements that one run of a body moves, by FIFO; none where the accelerator's data decides.
struct Rates {
  std::map<std::string, std::optional<std::int64_t>> taken, given;
};

/// Cost linear in the body.
Rates ratesOf(const spatial::Body& body, const ArgumentOf& argumentOf);

}  // namespace stardust::dsl
