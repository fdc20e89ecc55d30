// Common input of the libraries' matrices.
#pragma once

#include <vector>

#include "tensor/storage.h"

namespace stardust::bench {

/// The stored entries of a tensor as a matrix: the modes before `split` form the row, the others the column.
template <class Index>
struct Entries {
  Index rows = 1, columns = 1;
  std::vector<Index> row, column;
  ValueArray<double> values;
};

template <class Index>
Entries<Index> entriesOf(const Storage& tensor, int split = 1) {
  const Coordinates all = unpack(tensor);
  const auto order = static_cast<std::size_t>(tensor.order()), above = static_cast<std::size_t>(split);
  Entries<Index> entries;
  entries.values = std::get<ValueArray<double>>(all.values);
  for (std::size_t m = 0; m < order; ++m)
    (m < above ? entries.rows : entries.columns) *= static_cast<Index>(tensor.dims[m]);
  for (std::size_t n = 0; n < all.size(); ++n) {
    Index row = 0, column = 0;
    for (std::size_t m = 0; m < order; ++m) {
      Index& half = m < above ? row : column;
      half = half * static_cast<Index>(tensor.dims[m]) + static_cast<Index>(all.crd[n * order + m]);
    }
    entries.row.push_back(row), entries.column.push_back(column);
  }
  return entries;
}

}  // namespace stardust::bench
