// Files as streams of bytes, decompressed on the way if they are gzip.
#pragma once

#include <memory>
#include <string>

#include "io/bytes.h"
#include "support/progress.h"

namespace stardust::io {

/// Opens a regular file (or a pipe). gzip is recognised by its first two bytes, whatever the file is called. Throws
/// Error (user), also from read(): no such file, a directory, unreadable, corrupt or truncated gzip.
std::unique_ptr<ByteSource> openFile(const std::string& path, Progress* progress);
/// The same for bytes that come from elsewhere; `name` is what messages call them.
std::unique_ptr<ByteSource> unpacked(const std::string& name, std::unique_ptr<ByteSource> source);

}  // namespace stardust::io
