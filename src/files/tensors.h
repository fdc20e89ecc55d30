// Tensors in files: MatrixMarket (.mtx) and FROSTT (.tns), each plain or gzip.
#pragma once

#include <string>
#include <string_view>

#include "io/read.h"
#include "support/progress.h"

namespace stardust {

/// The tensor of a file; its extension says the kind. Throws Error (user) as fileKind, io::openFile and readTensor of
/// io/read.h, and needs memory for the result and a few megabytes.
TensorFile readTensorFile(const std::string& path, const ReadOptions& options, Progress* progress = nullptr);
/// The entries alone.
Coordinates readTensor(const std::string& path, const ReadOptions& options);
/// readTensorFile of a file's bytes; `name` is what messages call it.
TensorFile readTensorText(const std::string& name, std::string_view bytes, FileKind kind, const ReadOptions& options);

/// Writes what printTensor prints. The extension of `path` chooses: .mtx, .tns, and .gz after either of them:
/// compressed. The file appears, or replaces the one there, only when it is complete: it is written beside `path` and
/// renamed. Throws Error (user) if that is not possible, and leaves nothing behind. The same tensor gives the same
/// bytes.
void writeTensor(const std::string& path, const Storage& storage);

/// Refuses what writeTensor would refuse without looking at the tensor, before the work that leads to it: an extension,
/// an order, a folder that is not there. Throws Error (user).
void checkWritable(const std::string& path, int order);

}  // namespace stardust
