#include "tensor/pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "format/widths.h"
#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"
#include "tensor/describe.h"
#include "tensor/huge_pages.h"
#include "tensor/sort.h"
#include "tensor/storage.h"
#include "tensor/widths.h"

namespace stardust {
namespace {

void checkCoordinates(const Coordinates& coordinates) {
  const auto& dims = coordinates.dims;
  for (std::size_t m = 0; m < dims.size(); ++m)
    if (dims[m] < 0 || dims[m] > maxDimension)
      failUser(fmt::format("mode {} has dimension {}", m, dims[m]), {},
               fmt::format("a dimension is between 0 and {}", maxDimension));
  require(coordinates.crd.size() == coordinates.size() * dims.size(),
          "pack: crd does not hold `order` coordinates for each value");
  coordinates.crd.visit([&](const auto& all) {
    const auto* crd = all.data();
    for (std::size_t e = 0; e < coordinates.size(); ++e, crd += dims.size())
      for (std::size_t m = 0; m < dims.size(); ++m)
        if (crd[m] < 0 || crd[m] >= dims[m])
          failUser(fmt::format("entry {} at {} lies outside mode {}, whose dimension is {}", e,
                               describeCoordinate(coordinates, e), m, dims[m]),
                   {}, "coordinates count from 0 to the dimension minus one");
  });
}

template <class T>
T add(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
  else return static_cast<T>(numberOf(a) + numberOf(b));
}

// Bitwise equality: 0 and -0 differ, and a NaN equals itself.
template <class T>
bool haveSameBits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// The values by position of the last level. Sums entries at the same position and counts them in `repeated`.
Values sumValues(const Coordinates& coordinates, const levels::Entries& entries, const levels::Packing& packing,
                 std::size_t& repetitions) {
  Values values = makeValues(typeOf(coordinates.values), static_cast<std::size_t>(packing.extent));
  std::visit(
      [&](auto& sums) {
        using T = typename std::decay_t<decltype(sums)>::value_type;
        const auto& terms = std::get<ValueArray<T>>(coordinates.values);
        const auto& positions = packing.positions;
        for (std::size_t e = 0; e < positions.size(); ++e) {
          const T term = terms[entries.order[e]];
          T& sum = sums[static_cast<std::size_t>(positions[e])];
          const bool repeated = e > 0 && positions[e] == positions[e - 1];
          repetitions += repeated ? 1 : 0;
          sum = repeated ? add(sum, term) : term;  // not 0 + term, which would drop the sign of -0.0
        }
      },
      values);
  return values;
}

std::vector<Level> packLevels(const Coordinates& coordinates, const Format& format, const levels::Entries& entries,
                              levels::Packing& packing) {
  const Width width = widthsOf(format, coordinates.dims).coordinates;
  std::vector<Level> packed;
  for (int l = 0; l < format.order(); ++l) {
    Level level{
        format.level(l), coordinates.dims[static_cast<std::size_t>(format.mode(l))], {}, CoordinateArray(width)};
    levels::of(level.format).pack(entries, l, packing, level);
    packed.push_back(std::move(level));
  }
  return packed;
}

// Equality of values is known only after duplicates are summed.
Packed packMerged(const Coordinates& coordinates, const Format& format, levels::EntryOrder order) {
  levels::Entries entries{coordinates.crd,    std::move(order), format.levels(),
                          format.modeOrder(), toString(format), format.block()};
  std::vector<std::uint64_t> firsts;
  levels::Packing sums{std::vector<std::int64_t>(entries.size(), 0)};
  for (std::size_t e = 0; e < entries.size(); ++e) {
    bool repeated = e > 0;
    for (int l = 0; repeated && l < format.order(); ++l) repeated = entries.at(l, e) == entries.at(l, e - 1);
    if (!repeated) firsts.push_back(entries.order[e]);
    sums.positions[e] = static_cast<std::int64_t>(firsts.size()) - 1;
  }
  sums.extent = static_cast<std::int64_t>(firsts.size());
  Packed packed{{coordinates.dims, format, {}, {}}};
  const Values terms = sumValues(coordinates, entries, sums, packed.repeated);
  std::visit(
      [&](const auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        entries.order = levels::EntryOrder(std::move(firsts));
        entries.sameValue = [&](std::size_t e, std::size_t other) { return haveSameBits(values[e], values[other]); };
        entries.isZero = [&](std::size_t e) { return haveSameBits(values[e], T{0}); };
        levels::Packing packing{std::vector<std::int64_t>(entries.size(), 0)};
        packed.storage.levels = packLevels(coordinates, format, entries, packing);
        packed.storage.values = makeValues(typeOf(terms), static_cast<std::size_t>(packing.extent));
        auto& runs = std::get<ValueArray<T>>(packed.storage.values);
        for (std::size_t e = 0; e < values.size(); ++e)
          runs[static_cast<std::size_t>(packing.positions[e])] = values[e];
      },
      terms);
  return packed;
}

Packed packSorted(const Coordinates& coordinates, const Format& format) {
  levels::EntryOrder order = sortedOrder(coordinates, format.modeOrder());
  if (format.order() > 0 && levels::of(format.levels().back()).mergesValues)
    return packMerged(coordinates, format, std::move(order));
  const levels::Entries entries{coordinates.crd,    std::move(order), format.levels(),
                                format.modeOrder(), toString(format), format.block()};
  levels::Packing packing{std::vector<std::int64_t>(entries.size(), 0)};
  Packed packed{{coordinates.dims, format, {}, {}}};
  packed.storage.levels = packLevels(coordinates, format, entries, packing);
  packed.storage.values = sumValues(coordinates, entries, packing, packed.repeated);
  return packed;
}

// The entries on the diagonal and below it. Entries (i,j) and (j,i) have to be equal, after those at the same
// coordinates are added up; where one of them is 0, the other may be missing.
Packed packTriangle(const Coordinates& coordinates, const Format& format) {
  const std::vector<std::int64_t>& dims = coordinates.dims;
  if (dims[0] != dims[1])
    failUser(fmt::format("format \"{}\" of {} x {}", toString(format), dims[0], dims[1]), {},
             "a symmetric matrix has as many rows as columns", "leave symmetric out");
  const Packed all = packSorted(coordinates, Format({compressed, compressed}));
  const Packed turned = packSorted(coordinates, Format({compressed, compressed}, {1, 0}));
  const Coordinates entries = unpack(all.storage), mirror = unpack(turned.storage);
  Coordinates lower{dims, {}, makeValues(typeOf(entries.values), 0)};
  std::visit(
      [&](auto& kept) {
        const auto& values = std::get<std::decay_t<decltype(kept)>>(entries.values);
        const auto& others = std::get<std::decay_t<decltype(kept)>>(mirror.values);
        // Both lists ascend, one by rows and the other by columns. Entries (i,j) of one are (j,i) of the other.
        std::size_t m = 0;
        const auto isBefore = [&](std::size_t e) {
          const std::int64_t row = entries.crd[2 * e], column = entries.crd[2 * e + 1];
          return mirror.crd[2 * m + 1] < row || (mirror.crd[2 * m + 1] == row && mirror.crd[2 * m] < column);
        };
        const auto refuse = [&](std::int64_t row, std::int64_t column) {
          failUser(fmt::format("the entries at ({0},{1}) and ({1},{0}) differ, and format \"{2}\" is symmetric", row,
                               column, toString(format)),
                   {}, "one of them is stored, and stands for both", "leave symmetric out");
        };
        const auto isZero = [](auto value) { return value == std::decay_t<decltype(value)>{}; };
        for (std::size_t e = 0; e < values.size(); ++e) {
          const std::int64_t row = entries.crd[2 * e], column = entries.crd[2 * e + 1];
          while (m < mirror.size() && isBefore(e)) ++m;
          const bool hasMirror = m < mirror.size() && mirror.crd[2 * m + 1] == row && mirror.crd[2 * m] == column;
          const bool agrees = hasMirror ? haveSameBits(values[e], others[m]) || (isZero(values[e]) && isZero(others[m]))
                                        : isZero(values[e]);
          if (!agrees) refuse(row, column);
          const bool isKept = column <= row || !hasMirror;
          if (!isKept) continue;
          lower.crd.push_back(std::max(row, column));
          lower.crd.push_back(std::min(row, column));
          kept.push_back(values[e]);
        }
      },
      lower.values);
  Packed packed = packSorted(lower, format.with(format.levels(), format.modeOrder()));
  packed.storage.format = format;
  packed.repeated = all.repeated;
  return packed;
}

}  // namespace

Packed packCounting(const Coordinates& coordinates, const Format& format) {
  if (coordinates.order() != format.order())
    failUser(fmt::format("a tensor of {} cannot have format \"{}\", which has {}", counted(coordinates.order(), "mode"),
                         toString(format), counted(format.order(), "level")),
             {}, "each level stores one mode");
  checkCoordinates(coordinates);
  requireCoordinatesFit(format, coordinates.dims);
  try {
    Packed packed = format.isSymmetric() ? packTriangle(coordinates, format) : packSorted(coordinates, format);
    fitWidths(packed.storage);
    moveToHugePages(packed.storage);
    return packed;
  } catch (const std::bad_alloc&) {
    failUnsupported(fmt::format("a tensor of {} in format \"{}\" does not fit in this computer's memory",
                                counted(coordinates.size(), "entry", "entries"), toString(format)));
  }
}

Storage pack(const Coordinates& coordinates, const Format& format) { return packCounting(coordinates, format).storage; }

}  // namespace stardust
