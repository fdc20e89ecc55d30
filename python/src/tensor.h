// A tensor for Python: a view of arrays of NumPy or of a result, and the objects that keep them alive.
#pragma once

#include <memory>
#include <string>

#include "arrays.h"
#include "stardust/format.h"
#include "tensor/view.h"

namespace stardust::python {

/// Immutable, except that values may change in arrays that Python sees, too.
struct Tensor {
  StorageView view;
  std::shared_ptr<const Kept> arrays;   ///< those of NumPy: pos, crd and bits of each level, and the values; or null
  std::shared_ptr<const void> memory;   ///< of a result; or null
  std::shared_ptr<const void> pattern;  ///< lives as long as the coordinates are those of `view`

  /// On memory that `owner` keeps.
  Tensor(StorageView of, std::shared_ptr<const void> owner)
      : view(std::move(of)), memory(std::move(owner)), pattern(memory) {}
  explicit Tensor(Storage storage);
  Tensor(StorageView of, std::shared_ptr<const Kept> kept)
      : view(std::move(of)), arrays(std::move(kept)), pattern(arrays) {}
};

/// Parses "csr", "ds:1,0:pos32". Throws Error (user).
Format parsedFormat(const std::string& text, int order);

void bindTensor(nb::module_& module);

}  // namespace stardust::python
