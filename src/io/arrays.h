// Arrays of numbers in binary files, with checked conversions to the types of a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/read.h"
#include "support/elements.h"

namespace stardust::io {

enum class ElementKind { Signed, Unsigned, Float, Bool, Complex };
struct ElementType {
  ElementKind kind = ElementKind::Float;
  std::size_t bytes = 8;  ///< 1, 2, 4 or 8; a float has 2 or more, a complex number 8 or 16
  bool bigEndian = false;
};
/// Whether the readers know the type.
bool isKnown(const ElementType& type);

/// The bytes of an array, which must outlive it.
struct Array {
  std::string name;  ///< in messages: "A.npz: indices"
  ElementType type;
  std::vector<std::int64_t> shape;
  std::string_view bytes;                    ///< exactly those of the elements
  std::optional<std::uint64_t> offset = {};  ///< of the bytes in the file, if they lie there as they are
  bool columnMajor = false;
  bool isRepeated = false;  ///< one element stands for all of them

  std::size_t size() const;  ///< number of elements
  /// Throws Error (user): "element 5 of A.npz: indices (byte 168) is …".
  [[noreturn]] void fail(std::size_t element, const std::string& is, std::string why = {},
                         std::string remedy = {}) const;
};

/// The product of the dimensions; throws Error (user) if it is above maxPositions, or a dimension is above
/// maxDimension. `name` begins the message.
std::int64_t elementsOf(const std::string& name, const std::vector<std::int64_t>& shape);

/// The elements as values. Throws Error (user) for a fraction or an overflow, as for a text.
Values valuesOf(const Array& array, ValueType type);
/// The elements as integers. Throws Error (user) for a float, and beyond 64 bits.
std::vector<std::int64_t> integersOf(const Array& array);
/// The elements as 0-based coordinates below `dim`.
CoordinateArray coordinatesOf(const Array& array, std::int64_t dim);
/// The elements as the begins of fibers, and the end of the last: 0, …, `entries`, ascending.
std::vector<std::int64_t> pointersOf(const Array& array, std::int64_t fibers, std::int64_t entries);

/// The entries of a dense array that are not 0. The others are padding.
Coordinates denseEntries(const Array& array, ValueType type);
/// The entries of fibers of mode `outer`: entry e of fiber f has the coordinate f in it, and inner[e] in the other.
Coordinates compressedEntries(std::vector<std::int64_t> dims, int outer, const std::vector<std::int64_t>& pointers,
                              const CoordinateArray& inner, Values values);
/// Interleaves the coordinates, a list for each mode, all as long as the values.
Coordinates listedEntries(std::vector<std::int64_t> dims, const std::vector<CoordinateArray>& modes, Values values);
[[noreturn]] void failNegated(const std::string& name, ValueType type);
/// The value of the other triangle of a skew-symmetric matrix. The least integer wraps. Throws Error (user) if no value
/// of the type is negative; `name` begins the message.
template <class T>
T negated(T value, const std::string& name) {
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    return static_cast<T>(-static_cast<std::make_unsigned_t<T>>(value));
  else if constexpr (isComplexElement<T>) return -value;
  else if constexpr (isReal<T>) return static_cast<T>(-numberOf(value));
  else failNegated(name, typeOfElement<T>());
}
/// Refuses an array that has not this number of elements, which `because` explains.
void requireSize(const Array& array, std::int64_t size, const std::string& because);

}  // namespace stardust::io
