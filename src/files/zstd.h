// Compression with zstd. In a build without the library, every function throws Error (unsupported).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/bytes.h"
#include "io/write.h"

namespace stardust::io {

/// The first bytes of a file that is compressed with zstd.
inline constexpr std::string_view zstdMagic = "\x28\xb5\x2f\xfd";

/// The decompressed bytes. read() throws Error (user) if they do not decompress.
std::unique_ptr<ByteSource> unzstd(const std::string& name, std::unique_ptr<ByteSource> packed);

/// Compresses what is written, and passes it on.
class ZstdWriter {
 public:
  explicit ZstdWriter(Sink sink);
  ~ZstdWriter();
  ZstdWriter(const ZstdWriter&) = delete;
  ZstdWriter& operator=(const ZstdWriter&) = delete;

  void write(std::string_view bytes);
  void finish();

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

/// Throws Error (unsupported) if this program was built without zstd. `name` begins the message.
void requireZstd(const std::string& name);

}  // namespace stardust::io
