// Sorting a coordinate list by any order of its modes.
#pragma once

#include <cstdint>
#include <vector>

#include "levels/definition.h"
#include "tensor/storage.h"

namespace stardust {

/// The entries of `coordinates` in lexicographic order of their modes as `modeOrder` lists them: element e of the
/// result is the index of the e-th entry. Stable, so that duplicates are summed in the order they came. Coordinates
/// must be in range. O(n) if already sorted, else O(n * bits of a coordinate tuple / 11).
levels::EntryOrder sortedOrder(const Coordinates& coordinates, const std::vector<int>& modeOrder);

/// The same with indices of one type, std::uint32_t (of fewer than 2^32 entries) or std::uint64_t.
template <class Index>
std::vector<Index> sortedIndices(const Coordinates& coordinates, const std::vector<int>& modeOrder);

}  // namespace stardust
