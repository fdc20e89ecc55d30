// What levels share that list the coordinates of each fiber: `pos` says where a fiber begins.
#pragma once

#include "levels/definition.h"

namespace stardust::levels {

/// A position for each different tuple of the coordinates of the levels from `level` to before `end`, of which `level`
/// gets `pos` and `crd`.
void packListed(const Entries& entries, int level, int end, Packing& packing, Level& built);

/// With the coordinate of each position.
void unpackListed(const Level& level, const std::vector<std::int32_t>& crd, Unpacking& unpacking);

/// That `pos` counts `stored` of `what` ("crd has") in fibers, one for each position above.
void checkPos(const LevelView& level, std::size_t stored, const char* what, const Checking& checking);
/// That `pos` and `crd` are those of fibers whose coordinates ascend, and sets the extent and what is tied.
void checkListed(const LevelView& level, bool isUnique, Checking& checking);

/// Of `pos`.
inline double leastBytesListed(double parents, double) { return (parents + 1) * sizeof(std::int64_t); }

/// check_pos, check_crd and compressed_level, in C.
extern const CText posInC, crdInC, listedInC;

}  // namespace stardust::levels
