// One reader for each file format, from bytes to coordinates. Each is like readTensor of io/read.h.
#pragma once

#include "io/lines.h"
#include "io/read.h"

namespace stardust::io {

TensorFile readMatrixMarket(const std::string& name, ByteSource& source, const ReadOptions& options);
TensorFile readFrostt(const std::string& name, ByteSource& source, const ReadOptions& options);
TensorFile readEdges(const std::string& name, ByteSource& source, const ReadOptions& options);
TensorFile readHarwellBoeing(const std::string& name, ByteSource& source, const ReadOptions& options);
TensorFile readNpy(const std::string& name, ByteSource& source, const ReadOptions& options);

/// Refuses options that contradict each other.
void checkOptions(const std::string& name, const ReadOptions& options);

/// Refuses dimensions in the text that differ from those in the options.
void checkStatedDims(const Lines& lines, const std::vector<std::int64_t>& dims, const ReadOptions& options);

/// The tensor with the order of the options: an n x 1 or 1 x n matrix is read as a vector, and a tensor with one
/// coordinate as a scalar. Throws Error (user) if another order or other dimensions are expected.
TensorFile fitted(const std::string& name, TensorFile file, const ReadOptions& options);

}  // namespace stardust::io
