// Text of an entry in messages.
#pragma once

#include <string>

#include "tensor/storage.h"

namespace stardust {

/// "(3,0,7)": the 0-based coordinate of entry `index`; "()" for a scalar.
std::string describeCoordinate(const Coordinates& coordinates, std::size_t index);
/// The same for the value at a position: "(3,0,7)", or "position 4" if the position is not one entry.
std::string describePosition(const Storage& storage, std::size_t position);

}  // namespace stardust
