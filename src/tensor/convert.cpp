#include <fmt/format.h>

#include <algorithm>

#include "levels/registry.h"
#include "support/complex_text.h"
#include "support/diagnostic.h"
#include "tensor/describe.h"
#include "tensor/repack.h"
#include "tensor/storage.h"
#include "tensor/widths.h"

namespace stardust {
namespace {

Coordinates withoutZeros(const Coordinates& all) {
  const auto order = static_cast<std::size_t>(all.order());
  Coordinates kept{all.dims, {}, makeValues(typeOf(all.values), 0)};
  std::visit(
      [&](auto& values) {
        const auto& source = std::get<std::decay_t<decltype(values)>>(all.values);
        for (std::size_t e = 0; e < source.size(); ++e) {
          if (source[e] == std::decay_t<decltype(source[e])>{}) continue;
          values.push_back(source[e]);
          for (std::size_t m = 0; m < order; ++m) kept.crd.push_back(all.crd[e * order + m]);
        }
      },
      kept.values);
  return kept;
}

}  // namespace

Storage convert(const Storage& storage, const Format& format) {
  if (haveSameLevels(storage.format, format)) {
    Storage same = storage;
    same.format = format;
    fitWidths(same);
    return same;
  }
  // Only an innermost level pads with zeros. Above it, every stored zero is explicit.
  const auto padsZeros = [](const levels::Definition& level) { return level.isFull || level.pads; };
  const bool padded = storage.order() > 0 && padsZeros(levels::of(storage.levels.back().format));
  return padded && !format.isFull() ? pack(withoutZeros(unpack(storage)), format) : repack(storage, format);
}

bool pads(const Format& format) {
  return std::any_of(format.levels().begin(), format.levels().end(),
                     [](LevelFormat level) { return levels::of(level).pads; });
}

Format expanded(const Format& format) {
  std::vector<LevelFormat> levels = format.levels();
  for (LevelFormat& level : levels)
    if (levels::of(level).mergesValues) level = dense;
    else if (levels::of(level).pads) level = compressed;
  return levels == format.levels() && !format.isSymmetric() ? format
                                                            : format.with(std::move(levels), format.modeOrder());
}

bool haveSameLevels(const Format& a, const Format& b) {
  return a.levels() == b.levels() && a.modeOrder() == b.modeOrder() && a.block() == b.block() &&
         a.isSymmetric() == b.isSymmetric();
}

Storage expanded(const Storage& storage) {
  const Format format = expanded(storage.format);
  return format == storage.format ? storage : pack(unpack(storage), format);
}

Storage convertValues(const Storage& storage, ValueType type) {
  Storage converted{storage.dims, storage.format, storage.levels, makeValues(type, storage.stored())};
  std::visit(
      [&](const auto& from, auto& to) {
        using To = typename std::decay_t<decltype(to)>::value_type;
        for (std::size_t e = 0; e < from.size(); ++e) {
          const auto number = numberOf(from[e]);
          if (const char* why = unrepresentable<To>(number))
            failUser(fmt::format("value {} at {} does not fit in type {}", number, describePosition(storage, e),
                                 toString(type)),
                     {}, why, fmt::format("use type {}", toString(storage.type())));
          to[e] = numberAs<To>(number);
        }
      },
      storage.values, converted.values);
  return converted;
}

}  // namespace stardust
