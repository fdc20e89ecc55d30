#include "io/arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "support/complex_text.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust::io {
namespace {

// Calls visit(element, number) for all elements, which are of type Stored in the file.
template <class Stored, class Visit>
void forEachOf(const Array& array, Visit&& visit) {
  const std::size_t size = array.size();
  const bool swapped = array.type.bigEndian != (std::endian::native == std::endian::big);
  for (std::size_t e = 0; e < size; ++e) {
    char bytes[sizeof(Stored)];
    std::memcpy(bytes, array.bytes.data() + (array.isRepeated ? 0 : e * sizeof(Stored)), sizeof(Stored));
    constexpr std::size_t part = isComplexElement<Stored> ? sizeof(Stored) / 2 : sizeof(Stored);
    if (swapped)
      for (std::size_t begin = 0; begin < sizeof(Stored); begin += part)
        std::reverse(bytes + begin, bytes + begin + part);
    Stored stored;
    std::memcpy(&stored, bytes, sizeof(Stored));
    visit(e, numberOf(stored));
  }
}

template <class Visit>
void forEachElement(const Array& array, Visit&& visit) {
  const std::size_t bytes = array.type.bytes;
  switch (array.type.kind) {
    case ElementKind::Float:
      if (bytes == 2) return forEachOf<Float16Element>(array, visit);
      return bytes == 4 ? forEachOf<float>(array, visit) : forEachOf<double>(array, visit);
    case ElementKind::Complex:
      return bytes == 8 ? forEachOf<std::complex<float>>(array, visit) : forEachOf<std::complex<double>>(array, visit);
    case ElementKind::Signed:
      if (bytes == 1) return forEachOf<std::int8_t>(array, visit);
      if (bytes == 2) return forEachOf<std::int16_t>(array, visit);
      return bytes == 4 ? forEachOf<std::int32_t>(array, visit) : forEachOf<std::int64_t>(array, visit);
    case ElementKind::Bool:
    case ElementKind::Unsigned:
      if (bytes == 1) return forEachOf<std::uint8_t>(array, visit);
      if (bytes == 2) return forEachOf<std::uint16_t>(array, visit);
      return bytes == 4 ? forEachOf<std::uint32_t>(array, visit) : forEachOf<std::uint64_t>(array, visit);
  }
}

template <class T, class From>
[[noreturn]] void failRange(const Array& array, std::size_t e, From number, const char* why) {
  constexpr bool hasWiderInteger = !isReal<T> && !isComplexElement<T> && std::numeric_limits<T>::digits < 63;
  array.fail(e, fmt::format("{}", number),
             fmt::format("it does not fit in the value type {}{}", toString(typeOfElement<T>()),
                         std::is_same_v<T, Truth> ? fmt::format(": {}", why) : ""),
             fmt::format("read it as a wider type ({})", isComplexElement<T> ? "-t=complex128"
                                                         : hasWiderInteger   ? "-t=long or -t=double"
                                                                             : "-t=double"));
}

template <class T, class From>
T converted(const Array& array, std::size_t e, From number) {
  if constexpr (isComplexElement<From> && !isComplexElement<T>) {
    if (number.imag() != 0)
      array.fail(e, fmt::format("{}", number),
                 fmt::format("the value type {} has no imaginary part", toString(typeOfElement<T>())),
                 "read it as complex64 or complex128 (-t=complex64)");
    return converted<T>(array, e, number.real());
  }
  if constexpr (!isReal<T> && !isComplexElement<T> && std::is_floating_point_v<From>)
    if (!std::isfinite(number) || number != std::trunc(number))
      array.fail(e, fmt::format("{}", number), "the value type is an integer", "read it as float or double (-t=float)");
  if (const char* why = unrepresentable<T>(number)) failRange<T>(array, e, number, why);
  return numberAs<T>(number);
}

template <class Visit>
void forEachInteger(const Array& array, Visit&& visit) {
  forEachElement(array, [&](std::size_t e, auto number) {
    if constexpr (std::is_integral_v<decltype(number)>) {
      if (!std::in_range<std::int64_t>(number)) array.fail(e, fmt::format("{}", number), "it must be an index");
      visit(e, static_cast<std::int64_t>(number));
    } else {
      array.fail(e, isComplexElement<decltype(number)> ? "complex" : "a float", "it must be an integer");
    }
  });
}

}  // namespace

bool isKnown(const ElementType& type) {
  const std::size_t bytes = type.bytes;
  if (type.kind == ElementKind::Complex) return bytes == 8 || bytes == 16;
  const bool isPower = bytes == 2 || bytes == 4 || bytes == 8;
  return type.kind == ElementKind::Bool ? bytes == 1 : isPower || (bytes == 1 && type.kind != ElementKind::Float);
}

std::size_t Array::size() const {
  std::size_t elements = 1;
  for (const std::int64_t dim : shape) elements *= static_cast<std::size_t>(dim);
  return elements;
}

void Array::fail(std::size_t element, const std::string& is, std::string why, std::string remedy) const {
  const std::string place =
      offset ? fmt::format(" (byte {} of the file)", *offset + (isRepeated ? 0 : element * type.bytes)) : "";
  failUser(fmt::format("element {} of {}{} is {}", element, name, place, is), {}, std::move(why), std::move(remedy));
}

std::int64_t elementsOf(const std::string& name, const std::vector<std::int64_t>& shape) {
  std::int64_t elements = 1;
  for (const std::int64_t dim : shape) {
    if (dim < 0 || dim > maxDimension)
      failUser(fmt::format("{} has a dimension of {}", name, dim), {},
               fmt::format("it must be between 0 and {}", maxDimension));
    if (dim != 0 && elements > maxPositions / dim)
      failUser(fmt::format("{} has too many elements: {}", name, fmt::join(shape, " x ")), {},
               fmt::format("a tensor has at most {} entries", maxPositions));
    elements *= dim;
  }
  return elements;
}

Values valuesOf(const Array& array, ValueType type) {
  Values values = makeValues(type, array.size());
  std::visit(
      [&](auto& all) {
        using T = typename std::decay_t<decltype(all)>::value_type;
        forEachElement(array, [&](std::size_t e, auto number) { all[e] = converted<T>(array, e, number); });
      },
      values);
  return values;
}

std::vector<std::int64_t> integersOf(const Array& array) {
  std::vector<std::int64_t> integers(array.size());
  forEachInteger(array, [&](std::size_t e, std::int64_t number) { integers[e] = number; });
  return integers;
}

CoordinateArray coordinatesOf(const Array& array, std::int64_t dim) {
  CoordinateArray coordinates(dim > mostNarrow ? Width::Bits64 : Width::Bits32);
  coordinates.resize(array.size());
  forEachInteger(array, [&](std::size_t e, std::int64_t number) {
    if (number < 0 || number >= dim)
      array.fail(e, fmt::format("{}", number), fmt::format("the dimension is {}, and coordinates count from 0", dim));
    coordinates.set(e, number);
  });
  return coordinates;
}

std::vector<std::int64_t> pointersOf(const Array& array, std::int64_t fibers, std::int64_t entries) {
  requireSize(array, fibers + 1, fmt::format("it has one for each of {}, and the end", counted(fibers, "fiber")));
  std::vector<std::int64_t> pointers = integersOf(array);
  if (pointers.front() != 0) array.fail(0, fmt::format("{}", pointers.front()), "the first fiber begins at 0");
  for (std::size_t f = 1; f < pointers.size(); ++f)
    if (pointers[f] < pointers[f - 1])
      array.fail(f, fmt::format("{}, after {}", pointers[f], pointers[f - 1]), "the fibers follow each other");
  if (pointers.back() != entries)
    array.fail(pointers.size() - 1, fmt::format("{}", pointers.back()),
               fmt::format("the last fiber ends at the number of entries, {}", entries));
  return pointers;
}

Coordinates denseEntries(const Array& array, ValueType type) {
  const std::size_t order = array.shape.size();
  Coordinates tensor{array.shape, {}, makeValues(type, 0)};
  std::vector<std::int64_t> at(order, 0);
  const auto advance = [&] {
    for (std::size_t n = 0; n < order; ++n) {
      const std::size_t mode = array.columnMajor ? n : order - 1 - n;
      if (++at[mode] < array.shape[mode]) return;
      at[mode] = 0;
    }
  };
  std::visit(
      [&](auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        forEachElement(array, [&](std::size_t e, auto number) {
          const T value = converted<T>(array, e, number);
          if (value != T{}) {
            tensor.crd.append(at.begin(), at.end());
            values.push_back(value);
          }
          advance();
        });
      },
      tensor.values);
  return tensor;
}

Coordinates compressedEntries(std::vector<std::int64_t> dims, int outer, const std::vector<std::int64_t>& pointers,
                              const CoordinateArray& inner, Values values) {
  Coordinates matrix{std::move(dims), {}, std::move(values)};
  matrix.crd.resize(2 * inner.size());
  const auto ofOuter = static_cast<std::size_t>(outer);
  for (std::size_t f = 0; f + 1 < pointers.size(); ++f)
    for (auto e = static_cast<std::size_t>(pointers[f]); e < static_cast<std::size_t>(pointers[f + 1]); ++e) {
      matrix.crd.set(2 * e + ofOuter, static_cast<std::int64_t>(f));
      matrix.crd.set(2 * e + 1 - ofOuter, inner[e]);
    }
  return matrix;
}

Coordinates listedEntries(std::vector<std::int64_t> dims, const std::vector<CoordinateArray>& modes, Values values) {
  Coordinates tensor{std::move(dims), {}, std::move(values)};
  const std::size_t order = modes.size();
  tensor.crd.resize(order * tensor.size());
  for (std::size_t m = 0; m < order; ++m)
    for (std::size_t e = 0; e < tensor.size(); ++e) tensor.crd.set(order * e + m, modes[m][e]);
  return tensor;
}

void failNegated(const std::string& name, ValueType type) {
  failUser(fmt::format("{} is skew-symmetric, and has no negative values of type {}", name, toString(type)), {},
           "each value of one triangle is the negative of one of the other",
           "read it as a signed type: -t=int or -t=float");
}

void requireSize(const Array& array, std::int64_t size, const std::string& because) {
  if (array.size() != static_cast<std::size_t>(size))
    failUser(fmt::format("{} has {}, where {} {} expected", array.name, counted(array.size(), "element"), size,
                         plural(size, "is", "are")),
             {}, because);
}

}  // namespace stardust::io
