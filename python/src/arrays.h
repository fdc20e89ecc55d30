// Arrays of NumPy: their types and elements, and new ones on memory of the library.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "levels/index_array.h"
#include "support/value_type.h"
#include "tensor/view.h"

namespace stardust::python {

namespace nb = nanobind;

/// References to objects of Python, which may be dropped by a thread without the GIL.
class Kept {
 public:
  Kept() = default;
  ~Kept();
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  /// Precondition, also of `at`: the thread has the GIL. Null is kept as null.
  void add(nb::handle object);
  nb::handle at(std::size_t n) const { return objects_.at(n); }

 private:
  std::vector<PyObject*> objects_;
};

bool isArray(nb::handle object);
/// Whether it is of NumPy's own class: values of others may have a further meaning, as those of masked arrays.
bool isExactArray(nb::handle object);
/// Whether the memory of an array is that of a C array (`byColumns`: of a Fortran array) in native byte order.
bool isPlain(nb::handle array, bool byColumns = false);
/// The type of the elements; none for types that tensors do not have.
std::optional<ValueType> valueTypeOf(nb::handle array);
std::vector<std::int64_t> shapeOf(nb::handle array);
const void* dataOf(nb::handle array);
std::int64_t sizeOf(nb::handle array);

/// The elements of a plain array. `size`: at most its size.
ValuesView valuesOf(const void* data, std::size_t size, ValueType type);
/// Of int32 or int64; none for other types.
std::optional<IndexView> indicesOf(nb::handle array);

/// A plain array on memory that lives as long as `base`.
nb::object arrayOn(const void* data, const std::vector<std::int64_t>& shape, ValueType type, nb::handle base);
nb::object indexArrayOn(const IndexView& indices, nb::handle base);
/// An object whose lifetime is that of `memory`.
nb::object capsuleOf(std::shared_ptr<const void> memory);
/// The scalar of NumPy with this value.
nb::object scalarOf(const void* data, ValueType type);

}  // namespace stardust::python
