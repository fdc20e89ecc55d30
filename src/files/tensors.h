// Tensors in files of all formats of io/formats.h, each plain, or compressed with gzip or zstd.
#pragma once

#include <string>
#include <string_view>

#include "io/read.h"
#include "support/progress.h"

namespace stardust {

/// Reads a tensor; the extension determines the format. FILE:NAME reads a variable of a file with several. Throws
/// Error (user) like fileKind, io::openFile and readTensor of io/read.h, and Error (unsupported) if this program was
/// built without the library of the format. Memory: as readTensor of io/read.h.
TensorFile readTensorFile(const std::string& path, const ReadOptions& options, Progress* progress = nullptr);
/// Reads only the entries.
Coordinates readTensor(const std::string& path, const ReadOptions& options);
/// readTensorFile on the bytes of a file. `name` identifies them in messages.
TensorFile readTensorText(const std::string& name, std::string_view bytes, FileKind kind, const ReadOptions& options);

/// Writes the output of printTensor. The extension of `path` determines the format, and .gz or .zst the compression.
/// FILE:NAME names the variable. `fill`: the value of coordinates without an entry, which
/// only files of binsparse state. The write is atomic: to a file beside `path`, then renamed. Throws Error (user) on
/// failure, and leaves nothing behind. Equal tensors give equal bytes.
void writeTensor(const std::string& path, const Storage& storage, double fill = 0);

/// Reports the failures of writeTensor that do not depend on the tensor, before an expensive computation: an unknown
/// extension, an unsupported order or value type, a missing folder. Throws Error (user).
void checkWritable(const std::string& path, int order, ValueType type);

}  // namespace stardust
