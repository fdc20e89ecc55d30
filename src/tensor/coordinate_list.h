// Compressed tensors as lists of coordinates.
#pragma once

#include "tensor/storage.h"

namespace stardust {

/// Whether `coordinateList` makes the format from a tensor of this one: a list of coordinates in the same order of the
/// modes, of dense and compressed levels whose last one is compressed.
bool isCoordinateListOf(const Format& from, const Format& to);

/// The same entries as a list of coordinates. They stay in their order, and nothing is compared. O(stored * order +
/// positions of all levels).
Storage coordinateList(const Storage& storage, const Format& format);

}  // namespace stardust
