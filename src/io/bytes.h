// A stream of bytes from a file or from memory, decompressed on the way if it is gzip.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "support/progress.h"

namespace stardust::io {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `buffer` with up to `size` bytes and returns how many; fewer than asked for, also 0, only at the end.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
  /// The source has no more bytes than this: what a count in a header may be trusted to allocate.
  virtual std::uint64_t bound() const = 0;
};

/// Opens a regular file (or a pipe). gzip is recognised by its first two bytes, whatever the file is called. Throws
/// Error (user), also from read(): no such file, a directory, unreadable, corrupt or truncated gzip.
std::unique_ptr<ByteSource> openFile(const std::string& path, Progress* progress);
/// The same for bytes in memory, which must outlive the source; `name` is what messages call them.
std::unique_ptr<ByteSource> openMemory(const std::string& name, std::string_view bytes);

}  // namespace stardust::io
