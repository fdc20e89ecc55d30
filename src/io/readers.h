// One reader for each file format, from lines to coordinates.
#pragma once

#include "io/lines.h"
#include "io/read.h"

namespace stardust::io {

TensorFile readMatrixMarket(Lines& lines, const ReadOptions& options);
TensorFile readFrostt(Lines& lines, const ReadOptions& options);

/// Refuses dimensions in the text that differ from those in the options.
void checkStatedDims(const Lines& lines, const std::vector<std::int64_t>& dims, const ReadOptions& options);

}  // namespace stardust::io
