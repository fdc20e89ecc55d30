// Token rates of FIFOs in staged code, where they are static; internal to the room.
#pragma once

#include <functional>
#include <map>

#include "spatial/exprs.h"

namespace stardust::dsl {

/// The value of an accelerator argument, if the name is one.
using ArgumentOf = std::function<std::optional<std::int64_t>(const std::string& name)>;

/// Elements that one execution of a body moves, by FIFO; none if the count depends on the accelerator's data.
struct Rates {
  std::map<std::string, std::optional<std::int64_t>> taken, given;
};

/// Linear in the size of the body.
Rates ratesOf(const spatial::Body& body, const ArgumentOf& argumentOf);

}  // namespace stardust::dsl
