// Selection of the leading levels of a merge.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "iteration/contraction.h"

namespace stardust::loops {

/// The distinct levels of the set, left to right.
std::vector<iteration::LevelIterator> levelsOf(const iteration::Set& set);
using Leaders = std::optional<std::vector<iteration::LevelIterator>>;
using IsLevel = std::function<bool(const iteration::LevelIterator&)>;
/// A minimal cover of the set: one side of an intersection, both sides of a union. Of two sides of one size, the one
/// with fewer `unchanged` levels: these can be probed in tables. None: the set is universal.
Leaders leadersOf(const iteration::Set& set, const IsLevel& unchanged);
/// The same without `unchanged` levels. None: no other levels cover the set.
Leaders changingLeadersOf(const iteration::Set& set, const IsLevel& unchanged);

}  // namespace stardust::loops
