// Packing with a count of summed duplicates.
#pragma once

#include "tensor/storage.h"

namespace stardust {

struct Packed {
  Storage storage;
  std::size_t repeated = 0;  ///< entries that were added to an earlier entry at the same coordinates
};
/// Like pack().
Packed packCounting(const Coordinates& coordinates, const Format& format);

}  // namespace stardust
