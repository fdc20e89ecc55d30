// Sorts a coordinate list by any mode order.
#pragma once

#include <cstdint>
#include <vector>

#include "levels/definition.h"
#include "tensor/storage.h"

namespace stardust {

/// The lexicographic order of the entries by `modeOrder`: element e of the result is the index of the e-th entry.
/// Stable, so that duplicates are summed in input order. Coordinates must be in range. O(n) if already sorted, else O(n
/// * bits of a coordinate tuple / 11).
levels::EntryOrder sortedOrder(const Coordinates& coordinates, const std::vector<int>& modeOrder);

/// The same with a given index type: std::uint32_t (fewer than 2^32 entries) or std::uint64_t.
template <class Index>
std::vector<Index> sortedIndices(const Coordinates& coordinates, const std::vector<int>& modeOrder);

}  // namespace stardust
