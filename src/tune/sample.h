// Samples of a problem: a statement on some coordinates of one of its variables.
#pragma once

#include <cstdint>
#include <optional>

#include "driver/problem.h"

namespace stardust::tune {

/// The variable of which a sample takes coordinates: the first one, of the result or else of an operand, that occurs in
/// one mode of each tensor that it indexes. None: the problem has no such variable, or computed indices.
std::optional<notation::IndexVar> sampledVariable(const driver::Problem& problem);

/// Its extent.
std::int64_t extentOf(const driver::Problem& problem, const notation::IndexVar& var);

/// The problem on every `every`-th coordinate of the variable, beginning with the first, which are renumbered. Fibers
/// below keep all of their entries, and so their lengths. O(entries).
driver::Problem sampled(const driver::Problem& problem, const notation::IndexVar& var, std::int64_t every);

}  // namespace stardust::tune
