// A stream of bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace stardust::io {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `buffer` with up to `size` bytes and returns how many; fewer than asked for, also 0, only at the end.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
  /// The source has no more bytes than this: what a count in a header may be trusted to allocate.
  virtual std::uint64_t bound() const = 0;
};

/// Bytes in memory, which must outlive the source.
std::unique_ptr<ByteSource> openMemory(std::string_view bytes);

}  // namespace stardust::io
