// A matrix as arrays of compressed rows or columns, for formats that store it so.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/storage.h"

namespace stardust::io {

struct Compressed {
  std::vector<std::int64_t> dims;      ///< rows and columns; a vector is an n x 1 matrix
  std::vector<std::int64_t> pointers;  ///< the begin of each fiber, and the end of the last
  CoordinateArray coordinates;
  Values values;
};
/// The fibers of mode `outer`: 0 gives rows, 1 columns. Zeros that pad a dense tensor are left out. Throws Error (user)
/// if almost all fibers are empty, so that the pointers would need far more space than the entries.
Compressed compressedOf(const Storage& storage, int outer);
/// Whether compressedOf refuses.
bool isTooEmpty(const Storage& storage, int outer);

}  // namespace stardust::io
