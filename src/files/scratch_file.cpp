#include "files/scratch_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "files/write_error.h"

namespace stardust::io {
namespace {

constexpr std::size_t copiedAtOnce = std::size_t{1} << 20;

}  // namespace

ScratchFile::ScratchFile() {
  std::error_code none;
  const auto folder = std::filesystem::temp_directory_path(none);
  path_ = (none ? std::filesystem::path("/tmp") : folder) / "stardust-XXXXXX";
  descriptor_ = mkostemp(path_.data(), O_CLOEXEC);
  if (descriptor_ < 0) failWriting(path_, errno);
}

ScratchFile::ScratchFile(ByteSource& source) : ScratchFile() {
  const auto piece = std::make_unique_for_overwrite<char[]>(copiedAtOnce);
  for (std::size_t got = copiedAtOnce; got == copiedAtOnce;) {
    got = source.read(piece.get(), copiedAtOnce);
    if (const int error = writeAll(descriptor_, {piece.get(), got})) failWriting(path_, error);
  }
}

ScratchFile::~ScratchFile() {
  close(descriptor_);
  unlink(path_.c_str());
}

std::uint64_t ScratchFile::size() const {
  struct stat status {};
  return fstat(descriptor_, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

void ScratchFile::copyTo(const Sink& sink) const {
  const auto piece = std::make_unique_for_overwrite<char[]>(copiedAtOnce);
  for (off_t at = 0;;) {
    const ssize_t got = pread(descriptor_, piece.get(), copiedAtOnce, at);
    if (got <= 0) return;
    sink({piece.get(), static_cast<std::size_t>(got)});
    at += got;
  }
}

}  // namespace stardust::io
