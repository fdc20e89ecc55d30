#include "tensor/widths.h"

#include <fmt/format.h>

#include <algorithm>

#include "format/widths.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust {

void requireCoordinatesFit(const Format& format, const std::vector<std::int64_t>& dims) {
  if (format.widths().coordinates != Width::Bits32 || !needsWideCoordinates(format, dims)) return;
  const auto mode = static_cast<std::size_t>(
      std::find_if(dims.begin(), dims.end(), [](std::int64_t dim) { return dim > mostNarrow; }) - dims.begin());
  failUser(fmt::format("format \"{}\" has coordinates of 32 bits, and mode {} has dimension {}", toString(format), mode,
                       dims[mode]),
           {}, fmt::format("coordinates of 32 bits are those of a dimension up to {}", mostNarrow),
           "use crd64, or leave the width out");
}

void fitWidths(Storage& storage) {
  requireCoordinatesFit(storage.format, storage.dims);
  const Widths widths = widthsOf(storage.format, storage.dims);
  for (Level& level : storage.levels) {
    const bool fits = widths.positions == Width::Bits64 || level.pos.empty() || level.pos.back() <= mostNarrow;
    if (!fits)
      failUser(fmt::format("format \"{}\" has positions of 32 bits, and a level has {}", toString(storage.format),
                           counted(level.pos.back(), "position")),
               {}, fmt::format("positions of 32 bits are at most {}", mostNarrow), "use pos64, or leave the width out");
    level.pos.convertTo(widths.positions);
    level.crd.convertTo(widths.coordinates);
  }
}

}  // namespace stardust
