// The reader of each kind of file, from lines to coordinates.
#pragma once

#include "io/lines.h"
#include "io/read.h"

namespace stardust::io {

TensorFile readMatrixMarket(Lines& lines, const ReadOptions& options);
TensorFile readFrostt(Lines& lines, const ReadOptions& options);

/// Refuses dimensions that the text states and that differ from those the options state; nothing if they state none.
void checkStatedDims(const Lines& lines, const std::vector<std::int64_t>& dims, const ReadOptions& options);

}  // namespace stardust::io
