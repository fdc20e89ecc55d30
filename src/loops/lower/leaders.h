// Which levels of a contraction set lead a loop over it.
#pragma once

#include <optional>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::loops {

/// All levels of the set, each once, from left to right.
std::vector<iteration::LevelIterator> levelsOf(const iteration::Set& set);
/// As few levels as cover the set: one side of an intersection, both of a union. None: it has every coordinate.
std::optional<std::vector<iteration::LevelIterator>> leadersOf(const iteration::Set& set);

}  // namespace stardust::loops
