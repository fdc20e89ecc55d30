#include "io/compressed.h"

#include <fmt/format.h>

#include "support/diagnostic.h"

namespace stardust::io {
namespace {

// The storage of a vector as that of an n x 1 matrix.
Coordinates asMatrix(const Storage& storage) {
  Coordinates tensor = unpack(convert(storage, Format({compressed})));
  CoordinateArray crd;
  crd.reserve(2 * tensor.crd.size());
  for (const std::int64_t c : tensor.crd) {
    crd.push_back(c);
    crd.push_back(0);
  }
  return {{storage.dims[0], 1}, std::move(crd), std::move(tensor.values)};
}

}  // namespace

bool isTooEmpty(const Storage& storage, int outer) {
  constexpr std::int64_t fewFibers = std::int64_t{1} << 22, fibersPerEntry = 16;
  const auto mode = static_cast<std::size_t>(outer);
  const std::int64_t fibers = mode < storage.dims.size() ? storage.dims[mode] : 1;
  return fibers > fewFibers && fibers / fibersPerEntry > static_cast<std::int64_t>(storage.stored());
}

Compressed compressedOf(const Storage& storage, int outer) {
  if (isTooEmpty(storage, outer))
    failUser(fmt::format("almost all of {} {} are empty", storage.dims[static_cast<std::size_t>(outer)],
                         outer == 0 ? "rows" : "columns"),
             {}, "the format stores a number for each, even an empty one", "write a list of entries: .mtx or .tns");
  const Format format({dense, compressed}, {outer, 1 - outer});
  Storage matrix = storage.order() == 1 ? pack(asMatrix(storage), format) : convert(storage, format);
  Compressed result{matrix.dims, {}, std::move(matrix.levels[1].crd), std::move(matrix.values)};
  result.pointers.assign(matrix.levels[1].pos.begin(), matrix.levels[1].pos.end());
  return result;
}

}  // namespace stardust::io
