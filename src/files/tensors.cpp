#include "files/tensors.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <filesystem>
#include <utility>

#include "files/files.h"
#include "files/open.h"
#include "files/pending_file.h"
#include "io/write.h"
#include "support/diagnostic.h"

namespace stardust {
namespace {

namespace fs = std::filesystem;

/// The text of a pending file, compressed according to its extension.
class TextFile {
 public:
  explicit TextFile(const std::string& target) : file_(target) {
    const bool gzip = target.back() == 'z' || target.back() == 'Z';  // only .gz, of the known extensions, ends in z
    const int own = dup(file_.descriptor());                         // zlib closes its descriptor
    if (own < 0) file_.fail();
    text_ = gzdopen(own, gzip ? "wb" : "wbT");  // 'T' writes plain bytes
    if (!text_) {
      close(own);
      file_.fail();
    }
    gzbuffer(text_, 1u << 18);
  }
  ~TextFile() {
    if (text_) gzclose(text_);
  }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  void write(std::string_view text) {
    errno = 0;
    if (!text.empty() && gzwrite(text_, text.data(), static_cast<unsigned>(text.size())) == 0) file_.fail();
  }

  void commit() {
    errno = 0;
    if (gzclose(std::exchange(text_, nullptr)) != Z_OK) file_.fail();
    file_.commit();
  }

 private:
  io::PendingFile file_;
  gzFile text_ = nullptr;
};

}  // namespace

TensorFile readTensorFile(const std::string& path, const ReadOptions& options, Progress* progress) {
  const FileKind kind = fileKind(path);
  return readTensor(path, *io::openFile(path, progress), kind, options);
}

Coordinates readTensor(const std::string& path, const ReadOptions& options) {
  return readTensorFile(path, options).tensor;
}

TensorFile readTensorText(const std::string& name, std::string_view bytes, FileKind kind, const ReadOptions& options) {
  return readTensor(name, *io::unpacked(name, io::openMemory(bytes)), kind, options);
}

void checkWritable(const std::string& path, int order) {
  const FileKind kind = fileKind(path);
  if (kind == FileKind::MatrixMarket && order != 1 && order != 2)
    failUser(fmt::format("cannot write a tensor of order {} to {}", order, path), {},
             "a MatrixMarket file holds a matrix or a vector", "write a .tns file");
  std::error_code none;
  const auto status = fs::status(path, none);
  if (fs::exists(status) && !fs::is_regular_file(status))
    failUser(fmt::format("cannot write {}: it is not a regular file", path));
  const auto folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, none))
    failUser(fmt::format("cannot write {}: there is no folder {}", path, folder.string()));
  checkRoomFor(path, folder.empty() ? "." : folder.string());
}

void writeTensor(const std::string& path, const Storage& storage) {
  checkWritable(path, storage.order());
  TextFile file(path);
  printTensor(storage, fileKind(path), [&](std::string_view piece) { file.write(piece); });
  file.commit();
}

}  // namespace stardust
