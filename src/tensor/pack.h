// Packing that tells what it added up.
#pragma once

#include "tensor/storage.h"

namespace stardust {

struct Packed {
  Storage storage;
  std::size_t repeated = 0;  ///< entries that were added to another one at their coordinates
};
/// As pack().
Packed packCounting(const Coordinates& coordinates, const Format& format);

}  // namespace stardust
