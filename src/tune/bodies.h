// The search for a number of bodies.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

namespace stardust::tune {

struct BestBodies {
  std::size_t at = 0;  ///< index among the numbers of bodies
  double cycles = 0;
};

/// Searches ascending numbers of bodies by index, from 0 to `count` - 1, beginning with `start`: upwards in growing
/// steps, and then by bisection. Programs with more bodies are taken to be faster, up to the first one that does not
/// fit or does not gain: few of them are predicted. `cyclesOf`: none if a program does not fit. Returns the best one
/// that was seen, or none. Precondition: start < count.
std::optional<BestBodies> bestBodies(std::size_t count, std::size_t start,
                                     const std::function<std::optional<double>(std::size_t)>& cyclesOf);

}  // namespace stardust::tune
