// A temporary file, for libraries that read and write paths only.
#pragma once

#include <cstdint>
#include <string>

#include "io/bytes.h"
#include "io/write.h"

namespace stardust::io {

/// Lies in the system's folder for temporary files, and is removed with the object.
class ScratchFile {
 public:
  ScratchFile();  ///< empty. Throws Error (user) if it cannot be created
  explicit ScratchFile(ByteSource& source);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const;
  /// Passes all bytes on.
  void copyTo(const Sink& sink) const;

 private:
  int descriptor_ = -1;
  std::string path_;
};

}  // namespace stardust::io
