// Levels from the coordinates of entries in storage order.
#pragma once

#include <optional>
#include <vector>

#include "tensor/storage.h"

namespace stardust {

/// The coordinates of all entries in one mode.
using Column = std::vector<std::int32_t>;

/// Whether `levelsOfSorted` builds the format: dense levels, and below them at least one level with coordinates.
bool isDenseAboveListed(const Format& format);
/// The positions of the dense levels that the format begins with, as a double.
double densePositions(const Format& format, const std::vector<std::int64_t>& dims);

/// The levels of a tensor with these entries, sorted in the order of the format's modes; columns[l] is the column of
/// level l. Null if entries share coordinates. O(entries * order + densePositions).
std::optional<std::vector<Level>> levelsOfSorted(std::vector<Column> columns, const Format& format,
                                                 const std::vector<std::int64_t>& dims);

}  // namespace stardust
