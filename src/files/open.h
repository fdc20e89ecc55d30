// Files as byte streams, with transparent decompression.
#pragma once

#include <memory>
#include <string>

#include "io/bytes.h"
#include "support/progress.h"

namespace stardust::io {

/// Opens a regular file or a pipe. Detects gzip and zstd by their first bytes, regardless of the
/// name. Throws Error (user), also
/// from read(): missing file, directory, unreadable file, corrupt or truncated compression.
std::unique_ptr<ByteSource> openFile(const std::string& path, Progress* progress);
/// The same for any source of bytes. `name` identifies it in messages.
std::unique_ptr<ByteSource> unpacked(const std::string& name, std::unique_ptr<ByteSource> source);

}  // namespace stardust::io
