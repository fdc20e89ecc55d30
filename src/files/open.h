// Files as byte streams, with transparent gzip decompression.
#pragma once

#include <memory>
#include <string>

#include "io/bytes.h"
#include "support/progress.h"

namespace stardust::io {

/// Opens a regular file or a pipe. Detects gzip by its magic bytes, regardless of the name. Throws Error (user), also
/// from read(): missing file, directory, unreadable file, corrupt or truncated gzip.
std::unique_ptr<ByteSource> openFile(const std::string& path, Progress* progress);
/// The same for any source of bytes. `name` identifies it in messages.
std::unique_ptr<ByteSource> unpacked(const std::string& name, std::unique_ptr<ByteSource> source);

}  // namespace stardust::io
