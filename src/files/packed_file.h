// A pending file whose bytes are compressed, according to its name.
#pragma once

#include <zlib.h>

#include <memory>
#include <string>
#include <string_view>

#include "files/pending_file.h"
#include "files/zstd.h"

namespace stardust::io {

/// Compresses with gzip or zstd if the target ends in .gz or .zst. Throws Error as PendingFile does.
class PackedFile {
 public:
  explicit PackedFile(const std::string& target);
  ~PackedFile();
  PackedFile(const PackedFile&) = delete;
  PackedFile& operator=(const PackedFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  PendingFile file_;
  std::unique_ptr<ZstdWriter> zstd_;  ///< null: `gzip_` writes
  gzFile gzip_ = nullptr;             ///< gzip, or plain bytes
};

}  // namespace stardust::io
