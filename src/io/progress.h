// How a long read reports how far it is.
#pragma once

#include <cstdint>

namespace stardust {

/// Told about every piece (a megabyte or less) that is read. The CLI makes a line on stderr of it.
class Progress {
 public:
  virtual ~Progress() = default;
  /// Bytes of the file read so far (compressed bytes for a .gz), and its size; 0 if it has none (a pipe).
  virtual void advance(std::uint64_t bytes, std::uint64_t total) = 0;
};

}  // namespace stardust
