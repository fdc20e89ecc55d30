#include "format/widths.h"

#include "levels/index_array.h"
#include "levels/registry.h"

namespace stardust {

const std::vector<WidthWord>& widthWords() {
  static const std::vector<WidthWord> words = {
      {"pos32", &Widths::positions, Width::Bits32},
      {"pos64", &Widths::positions, Width::Bits64},
      {"crd32", &Widths::coordinates, Width::Bits32},
      {"crd64", &Widths::coordinates, Width::Bits64},
  };
  return words;
}

bool needsWideCoordinates(const Format& format, const std::vector<std::int64_t>& dims) {
  for (int l = 0; l < format.order(); ++l) {
    const auto mode = static_cast<std::size_t>(format.mode(l));
    if (mode < dims.size() && dims[mode] > mostNarrow && !levels::of(format.level(l)).hasLocate) return true;
  }
  return false;
}

Widths widthsOf(const Format& format, const std::vector<std::int64_t>& dims) {
  Widths widths = format.widths();
  if (widths.positions == Width::AsNeeded) widths.positions = Width::Bits64;
  if (widths.coordinates == Width::AsNeeded)
    widths.coordinates = needsWideCoordinates(format, dims) ? Width::Bits64 : Width::Bits32;
  return widths;
}

Format withWidthsOf(const Format& from, const Format& to) {
  Widths widths = to.widths();
  if (widths.positions == Width::AsNeeded) widths.positions = from.widths().positions;
  if (widths.coordinates == Width::AsNeeded) widths.coordinates = from.widths().coordinates;
  return to.with(widths);
}

}  // namespace stardust
