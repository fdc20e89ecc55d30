// Shared code of the levels with a coordinate list for each fiber: `pos` holds the bounds of the fibers.
#pragma once

#include "levels/definition.h"

namespace stardust::levels {

/// Assigns a position to each distinct tuple of coordinates of levels [level, end), and builds `pos` and `crd` of
/// `level`.
void packListed(const Entries& entries, int level, int end, Packing& packing, Level& built);

/// Also yields the coordinate of each position.
void unpackListed(const Level& level, const CoordinateArray& crd, Unpacking& unpacking);

/// Checks that `pos` partitions the `stored` elements of `what` ("crd has") into fibers, one for each parent position.
void checkPos(const LevelView& level, std::size_t stored, const char* what, const Checking& checking);
/// Checks that `pos` and `crd` describe fibers with ascending coordinates. Sets the extent and the ties.
void checkListed(const LevelView& level, bool isUnique, Checking& checking);

/// The bytes of `pos`.
inline double leastBytesListed(double parents, double) { return (parents + 1) * sizeof(std::int64_t); }

/// index_at, check_pos, check_crd and compressed_level, in C.
extern const CText indexInC, posInC, crdInC, listedInC;

}  // namespace stardust::levels
