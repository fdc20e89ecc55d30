// The widths of positions and coordinates: their notation, and those of a tensor with given extents.
#pragma once

#include <cstdint>
#include <vector>

#include "stardust/format.h"

namespace stardust {

/// A word of the notation of formats: "pos32".
struct WidthWord {
  const char* text;
  Width Widths::*array;
  Width width;
};
/// In the order in which a format is printed.
const std::vector<WidthWord>& widthWords();

/// The widths of the arrays of a tensor, each 32 or 64 bits: those that the format states, or those that the extents
/// need. `dims`: by mode; without them, no extent needs 64 bits.
Widths widthsOf(const Format& format, const std::vector<std::int64_t>& dims);

/// Whether a level that is not dense has an extent above 2^31-1.
bool needsWideCoordinates(const Format& format, const std::vector<std::int64_t>& dims);

/// The format without its widths.
inline Format withoutWidths(const Format& format) { return format.with(Widths{}); }
/// The format `to` of a copy of a tensor in the format `from`: the copy has the widths of the tensor, unless `to`
/// states others.
Format withWidthsOf(const Format& from, const Format& to);

}  // namespace stardust
