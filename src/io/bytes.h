// A stream of bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace stardust::io {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `buffer` with up to `size` bytes and returns the number of bytes. A short read, or 0, occurs only at the
  /// end.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
  /// Upper bound of the total number of bytes. It limits the memory that is allocated for a count in a header.
  virtual std::uint64_t bound() const = 0;
};

/// All bytes that are left. Memory: as many as there are, whatever bound() says.
std::string readAll(ByteSource& source);

/// Bytes in memory, which must outlive the source.
std::unique_ptr<ByteSource> openMemory(std::string_view bytes);

}  // namespace stardust::io
