#include "tensor/generate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "levels/registry.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust {
namespace {

constexpr std::uint64_t maxEntries = maxPositions;

// The number of a coordinate tuple, in lexicographic order. Extents whose product needs more than 64 bits are drawn as
// Wide, all others as std::uint64_t: a seed means the same tensor in every release.
__extension__ using Wide = unsigned __int128;

// SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014). The distributions of the
// standard library are implementation-defined, so all random values are derived from these bits.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Uniform in [0, bound), by rejection sampling with the bits of bound-1: at most two draws on average.
  std::uint64_t below(std::uint64_t bound) {
    const auto width = bound < 2 ? 0 : static_cast<int>(std::bit_width(bound - 1));
    if (width == 0) return 0;
    std::uint64_t drawn = bits() >> (64 - width);
    while (drawn >= bound) drawn = bits() >> (64 - width);
    return drawn;
  }
  // Precondition: the bound is at least 2^63.
  Wide below(Wide bound) {
    const auto width = static_cast<int>(std::bit_width(static_cast<std::uint64_t>((bound - 1) >> 64)));
    for (;;) {
      const Wide high = width == 0 ? 0 : bits() >> (64 - width);
      const Wide drawn = high << 64 | bits();
      if (drawn < bound) return drawn;
    }
  }

  template <class T>
  T value() {
    if constexpr (std::is_same_v<T, Truth>) {
      return T{1};
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(1 + below(std::uint64_t{9}));
    } else if constexpr (isComplexElement<T>) {
      const auto real = value<typename T::value_type>();
      return {real, value<typename T::value_type>()};
    } else {
      using Number = decltype(numberOf(T{}));
      constexpr int digits = std::numeric_limits<T>::digits;
      return static_cast<T>(std::ldexp(static_cast<Number>((bits() >> (64 - digits)) + 1), -digits));
    }
  }

 private:
  std::uint64_t state_;
};

// The number of coordinates; none if it is 2^127 or more.
std::optional<Wide> extentOf(const std::vector<std::int64_t>& dims) {
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return 0;
  constexpr Wide most = (Wide{1} << 127) - 1;
  Wide extent = 1;
  for (const std::int64_t dim : dims) {
    if (extent > most / static_cast<Wide>(dim)) return {};
    extent *= static_cast<Wide>(dim);
  }
  return extent;
}

// Draws `count` distinct numbers below `extent`, ascending, for densities above one half: decides on each number in
// turn (Knuth's algorithm S).
std::vector<std::uint64_t> sampleMost(std::uint64_t count, std::uint64_t extent, Random& random) {
  std::vector<std::uint64_t> sample;
  sample.reserve(count);
  for (std::uint64_t i = 0; i < extent; ++i)
    if (random.below(extent - i) < count - sample.size()) sample.push_back(i);
  return sample;
}

// For densities up to one half: draws the missing numbers, drops duplicates, and repeats. Each round leaves fewer than
// half of the missing numbers.
template <class Number>
std::vector<Number> sampleFew(std::uint64_t count, Number extent, Random& random) {
  std::vector<Number> sample;
  sample.reserve(count);
  while (sample.size() < count) {
    const auto known = static_cast<std::ptrdiff_t>(sample.size());
    while (sample.size() < count) sample.push_back(random.below(extent));
    std::sort(sample.begin() + known, sample.end());
    std::inplace_merge(sample.begin(), sample.begin() + known, sample.end());
    sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
  }
  return sample;
}

// A number below `bound` whose bits are mostly 0.
std::uint64_t mostlySmall(std::uint64_t bound, Random& random) {
  constexpr int places = 16;
  constexpr auto zeros = static_cast<std::uint64_t>(0.76 * (1 << places));
  const auto width = bound < 2 ? 0 : static_cast<int>(std::bit_width(bound - 1));
  std::uint64_t drawn = bound;
  while (drawn >= bound) {
    drawn = 0;
    for (int bit = 0; bit < width; ++bit) drawn = 2 * drawn + (random.bits() >> (64 - places) >= zeros ? 1 : 0);
  }
  return drawn;
}

// Draws coordinates of a power law, and drops duplicates. The last rounds find few new ones.
template <class Number>
std::vector<Number> sampleRmat(std::uint64_t count, const std::vector<std::int64_t>& dims, Random& random) {
  std::vector<Number> sample;
  for (std::uint64_t missing = count, found = count; missing > 0 && 20 * found >= missing;) {
    const std::size_t known = sample.size();
    for (std::uint64_t n = 0; n < missing; ++n) {
      Number linear = 0;
      for (const std::int64_t dim : dims) {
        const auto extent = static_cast<std::uint64_t>(dim);
        linear = linear * extent + mostlySmall(extent, random);
      }
      sample.push_back(linear);
    }
    std::sort(sample.begin(), sample.end());
    sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
    found = sample.size() - known;
    missing = count - sample.size();
  }
  return sample;
}

void checkDims(const std::vector<std::int64_t>& dims) {
  for (const std::int64_t dim : dims)
    if (dim < 0 || dim > maxDimension)
      failUser(fmt::format("cannot generate a tensor of dimension {}", dim), {},
               fmt::format("a dimension is between 0 and {}", maxDimension));
}

std::uint64_t countOf(Fill fill, const std::vector<std::int64_t>& dims, double density) {
  const auto extent = extentOf(dims);
  if (fill != Fill::Dense) {
    if (!(density >= 0 && density <= 1))
      failUser(fmt::format("cannot generate a tensor of density {}", density), {},
               "a density is the part of the coordinates that is stored", "a number from 0 to 1");
    if (!extent)
      failUnsupported(fmt::format("generating a tensor of {} coordinates", fmt::join(dims, " x ")), {},
                      "they number 2^127 or more");
  }
  const double count = fill == Fill::Dense ? (extent ? static_cast<double>(*extent) : HUGE_VAL)
                                           : std::round(density * static_cast<double>(*extent));
  if (count > static_cast<double>(maxEntries))
    failUnsupported(
        fmt::format("generating {} for a tensor of {}", counted(count, "entry", "entries"), fmt::join(dims, " x ")), {},
        fmt::format("a tensor has at most {} entries", maxEntries), "lower the density or the dimensions");
  return static_cast<std::uint64_t>(count);
}

// Entries without values.
template <class Number>
Coordinates entriesAt(const std::vector<Number>& linear, const std::vector<std::int64_t>& dims) {
  Coordinates generated{dims, {}, {}};
  generated.crd.resize(linear.size() * dims.size());
  for (std::size_t e = 0; e < linear.size(); ++e) {
    Number rest = linear[e];
    for (std::size_t m = dims.size(); m-- > 0; rest /= static_cast<Number>(dims[m]))
      generated.crd.set(e * dims.size() + m, static_cast<std::int64_t>(rest % static_cast<Number>(dims[m])));
  }
  return generated;
}

}  // namespace

Fill parseFill(const std::string& text) {
  if (text == "d") return Fill::Dense;
  if (text == "s") return Fill::Sparse;
  if (text == "rmat") return Fill::Rmat;
  failUser(fmt::format("unknown kind of random tensor '{}'", text), {}, {},
           "d (dense), s (sparse, with a density: s:0.1) or rmat (sparse with a power law: rmat:0.1)");
}

Coordinates generate(Fill fill, const std::vector<std::int64_t>& dims, double density, std::uint64_t seed,
                     ValueType type) {
  checkDims(dims);
  const std::uint64_t count = countOf(fill, dims, density);
  const Wide extent = count == 0 ? 0 : *extentOf(dims);
  Random random(seed);
  Coordinates generated;
  if (extent > std::numeric_limits<std::uint64_t>::max() / 2) {
    const bool isRmat = fill == Fill::Rmat;
    generated = entriesAt(isRmat ? sampleRmat<Wide>(count, dims, random) : sampleFew(count, extent, random), dims);
  } else {
    const auto narrow = static_cast<std::uint64_t>(extent);
    generated = entriesAt(fill == Fill::Rmat   ? sampleRmat<std::uint64_t>(count, dims, random)
                          : count > narrow / 2 ? sampleMost(count, narrow, random)
                                               : sampleFew(count, narrow, random),
                          dims);
  }
  generated.values = makeValues(type, generated.dims.empty() ? count : generated.crd.size() / dims.size());
  std::visit(
      [&](auto& values) {
        for (auto& value : values) value = random.value<std::decay_t<decltype(value)>>();
      },
      generated.values);
  return generated;
}

Coordinates rotateLastMode(Coordinates entries, std::int64_t by, bool evenOnly) {
  if (entries.dims.empty() || entries.dims.back() == 0) return entries;
  const std::int64_t dim = entries.dims.back();
  const std::int64_t step = (by % dim + dim) % dim;
  for (std::size_t at = entries.dims.size() - 1; at < entries.crd.size(); at += entries.dims.size()) {
    const std::int64_t c = entries.crd[at];
    if (!evenOnly || c % 2 == 0) entries.crd.set(at, (c + step) % dim);
  }
  return entries;
}

Coordinates storable(Coordinates entries, const Format& format) {
  using levels::Part;
  if (format.order() != 2) return entries;
  const Part part = format.isSymmetric() ? Part::Mirrored : levels::of(format.level(1)).part;
  if (part == Part::All) return entries;
  const auto row = static_cast<std::size_t>(format.mode(0)), column = static_cast<std::size_t>(format.mode(1));
  std::visit(
      [&](auto& values) {
        std::decay_t<decltype(values)> kept;
        CoordinateArray crd;
        const auto keep = [&](std::int64_t r, std::int64_t c, std::size_t entry) {
          crd.push_back(row == 0 ? r : c);
          crd.push_back(row == 0 ? c : r);
          kept.push_back(values[entry]);
        };
        for (std::size_t e = 0; e < values.size(); ++e) {
          const std::int64_t r = entries.crd[2 * e + row], c = entries.crd[2 * e + column];
          if (part == Part::Upper ? c >= r : c <= r) keep(r, c, e);
          if (part == Part::Mirrored && c < r) keep(c, r, e);
        }
        values = std::move(kept);
        entries.crd = std::move(crd);
      },
      entries.values);
  return entries;
}

}  // namespace stardust
