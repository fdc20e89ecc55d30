// Selection of the leading levels of a merge.
#pragma once

#include <optional>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::loops {

/// The distinct levels of the set, left to right.
std::vector<iteration::LevelIterator> levelsOf(const iteration::Set& set);
/// A minimal cover of the set: one side of an intersection, both sides of a union. None: the set is universal.
std::optional<std::vector<iteration::LevelIterator>> leadersOf(const iteration::Set& set);

}  // namespace stardust::loops
