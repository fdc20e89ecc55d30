// Sorting a coordinate list by any order of its modes.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/storage.h"

namespace stardust {

/// The entries of `coordinates` in lexicographic order of their modes as `modeOrder` lists them: element e of the
/// result is the index of the e-th entry. Stable, so that duplicates are summed in the order they came. Coordinates
/// must be in range and fewer than 2^32. O(n) if already sorted, else O(n * bits of a coordinate tuple / 11).
std::vector<std::uint32_t> sortedOrder(const Coordinates& coordinates, const std::vector<int>& modeOrder);

}  // namespace stardust
