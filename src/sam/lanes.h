// Forks and joins of parallel lanes, on complete streams.
#pragma once

#include <vector>

#include "sam/cursor.h"

namespace stardust::sam {

/// The streams of the lanes of a fork: tokens in turn, stops and D to all.
std::vector<Tokens> forked(const Block& fork, const Tokens& tokens);

/// The stream of a join. With `outer`, the coordinates that were forked: for each of them the next fiber of the next
/// lane, and after each fiber of them one stop. Without it, as published: the fibers of the lanes in turn, as many of
/// each, and the stops of the last lane. Throws Error (wrong) for streams that do not fit together.
Tokens joinedLanes(const Block& join, std::vector<Cursor> inputs);

}  // namespace stardust::sam
