// A tensor packed into the arrays of its format: pos and crd for each level, and the values.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "levels/level.h"
#include "stardust/format.h"
#include "support/elements.h"
#include "support/line_aligned.h"
#include "support/value_type.h"

namespace stardust {

template <class T>
using ValueArray = std::vector<T, LineAligned<T>>;
using Values = OfEachType<ValueArray>;
ValueType typeOf(const Values& values);
std::size_t sizeOf(const Values& values);
/// As double: exact but for large integers of 64 bits; the real part of a complex number.
double valueAt(const Values& values, std::size_t index);
std::complex<double> complexAt(const Values& values, std::size_t index);
Values makeValues(ValueType type, std::size_t size);  ///< zeros

/// A coordinate list: crd holds `order` coordinates (0-based, by mode) for each value. Entries may be unsorted and may
/// repeat coordinates; pack() sorts and sums.
struct Coordinates {
  std::vector<std::int64_t> dims;
  CoordinateArray crd;
  Values values;

  int order() const { return static_cast<int>(dims.size()); }
  std::size_t size() const { return sizeOf(values); }
};

/// Invariant (checked by validate): levels match the format, and their arrays have the widths of widthsOf
/// (format/widths.h); crd in range and sorted as the level format says; values.size() == number of positions of the
/// last level (1 for a scalar).
struct Storage {
  std::vector<std::int64_t> dims;  ///< by mode
  Format format;
  std::vector<Level> levels;  ///< by level: levels[l] stores mode format.mode(l)
  Values values;

  int order() const { return static_cast<int>(dims.size()); }
  ValueType type() const { return typeOf(values); }
  std::size_t stored() const { return sizeOf(values); }  ///< stored entries, explicit zeros included
};

/// Throws Error (internal) naming the level and the array that breaks the invariant.
void validate(const Storage& storage);

/// Sorts by mode order, sums duplicates (integers wrap; of truth values, one that is true makes the sum true), and
/// keeps explicit zeros. O(n log n); O(n) if already sorted. Throws Error (user) if coordinates or positions exceed the
/// widths that the format states; (unsupported) for a dense level of more than maxPositions, or for lack of memory.
Storage pack(const Coordinates& coordinates, const Format& format);
/// All stored entries in storage order, including the padding zeros of dense levels. O(stored).
Coordinates unpack(const Storage& storage);
/// Converts between any two formats. Stored entries stay stored, except that a source whose innermost level is dense or
/// pads drops its zeros if the target is sparse. Throws Error (user) for an entry that the format does not have, as in
/// a triangle.
Storage convert(const Storage& storage, const Format& format);
/// Whether a level other than a dense one stores coordinates without an entry (levels/definition.h).
bool pads(const Format& format);
/// Whether tensors in both formats have the same arrays, apart from their widths.
bool haveSameLevels(const Format& a, const Format& b);
/// The format that stores the same coordinates, one position for each: levels that merge equal values become dense,
/// those that pad become compressed, and a symmetric format stores both triangles. Other formats are unchanged.
Format expanded(const Format& format);
Storage expanded(const Storage& storage);
/// Same structure, other value type. Refuses values that the type cannot represent (a fraction or an out-of-range
/// number as an integer).
Storage convertValues(const Storage& storage, ValueType type);

/// Compares structure and values (positions, coordinates, values). Describes the first difference; empty if equal.
std::string firstDifference(const Storage& expected, const Storage& actual);

}  // namespace stardust
