// Sparse views with affine indices: their entries in one pass, sorted by keys.
#pragma once

#include <optional>

#include "driver/view_entries.h"

namespace stardust::driver {

/// The view of a sparse tensor if its indices are affine and its format has dense levels above compressed ones. None if
/// not, if it has no entries, a wide extent, or coordinate tuples or sums of indices of more than 62 bits, or if an
/// entry repeats the coordinates of another. O(entries of the source x extents of the further variables of each index).
std::optional<Storage> madeAffine(const notation::View& view, const Coordinates& source, const IndexMap& map);

}  // namespace stardust::driver
