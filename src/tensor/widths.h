// The widths of the arrays of a packed tensor.
#pragma once

#include "tensor/storage.h"

namespace stardust {

/// Throws Error (user) if the format states 32 bits for coordinates, and an extent needs more.
void requireCoordinatesFit(const Format& format, const std::vector<std::int64_t>& dims);

/// Gives the arrays the widths of the format (format/widths.h). Throws Error (user) if the format states 32 bits, and
/// coordinates or positions need more. O(1) if they have them.
void fitWidths(Storage& storage);

}  // namespace stardust
