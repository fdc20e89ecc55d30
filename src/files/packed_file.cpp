#include "files/packed_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "io/formats.h"

namespace stardust::io {

PackedFile::PackedFile(const std::string& target) : file_(target) {
  const Compression compression = compressionByName(target);
  if (compression == Compression::Zstd) {
    zstd_ = std::make_unique<ZstdWriter>([this](std::string_view piece) { file_.write(piece); });
    return;
  }
  const int own = dup(file_.descriptor());  // zlib closes its descriptor
  if (own < 0) file_.fail();
  gzip_ = gzdopen(own, compression == Compression::Gzip ? "wb" : "wbT");  // 'T' writes plain bytes
  if (!gzip_) {
    close(own);
    file_.fail();
  }
  gzbuffer(gzip_, 1u << 18);
}

PackedFile::~PackedFile() {
  if (gzip_) gzclose(gzip_);
}

void PackedFile::write(std::string_view bytes) {
  constexpr std::size_t most = 1u << 30;  // zlib takes an unsigned number
  if (zstd_) return zstd_->write(bytes);
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, most);
    errno = 0;
    if (gzwrite(gzip_, piece.data(), static_cast<unsigned>(piece.size())) == 0) file_.fail();
    bytes.remove_prefix(piece.size());
  }
}

void PackedFile::commit() {
  if (zstd_) zstd_->finish();
  errno = 0;
  if (gzip_ && gzclose(std::exchange(gzip_, nullptr)) != Z_OK) file_.fail();
  file_.commit();
}

}  // namespace stardust::io
