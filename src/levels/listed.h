// Shared code of the levels with a coordinate list for each fiber: `pos` holds the bounds of the fibers.
#pragma once

#include "levels/definition.h"

namespace stardust::levels {

/// Assigns a position to each distinct tuple of coordinates of levels [level, end), and builds `pos` and `crd` of
/// `level`.
void packListed(const Entries& entries, int level, int end, Packing& packing, Level& built);

/// Throws Error (user) if the level is not directly below a dense outermost one. `why`: "fiber p has the …".
void requireBelowRows(std::span<const LevelFormat> levels, std::size_t level, const std::string& written,
                      const char* why);
/// Throws Error (user) if a level is below this one.
void requireInnermost(std::span<const LevelFormat> levels, std::size_t level, const std::string& written,
                      const char* why);
/// Both: the level is the inner one of a matrix.
inline void requireLevelOfMatrix(std::span<const LevelFormat> levels, std::size_t level, const std::string& written,
                                 const char* why) {
  requireBelowRows(levels, level, written, why);
  requireInnermost(levels, level, written, why);
}
/// Throws Error (unsupported) for more than maxPositions positions; otherwise returns the product.
std::int64_t requirePositions(const Entries& entries, int level, std::int64_t fibers, std::int64_t each);

/// Also yields the coordinate of each position.
void unpackListed(const Level& level, const CoordinateArray& crd, Unpacking& unpacking);

/// Checks that `pos` partitions the `stored` elements of `what` ("crd has") into fibers, one for each parent position.
void checkPos(const LevelView& level, std::size_t stored, const char* what, const Checking& checking);
/// Checks that `pos` and `crd` describe fibers with ascending coordinates. Sets the extent and the ties.
void checkListed(const LevelView& level, bool isUnique, Checking& checking);

/// The bytes of `pos`.
inline double leastBytesListed(double parents, double) { return (parents + 1) * sizeof(std::int64_t); }
/// The same with at least one coordinate for each fiber.
inline double leastBytesWithCoordinate(double parents, double dim) {
  return leastBytesListed(parents, dim) + parents * sizeof(std::int32_t);
}

/// index_at, check_pos, check_crd and compressed_level, in C.
extern const CText indexInC, posInC, crdInC, listedInC;

}  // namespace stardust::levels
