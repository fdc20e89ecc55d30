#include "io/write.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "io/files.h"
#include "io/pending_file.h"
#include "io/read.h"
#include "support/diagnostic.h"
#include "tensor/sort.h"

namespace stardust {
namespace {

namespace fs = std::filesystem;

/// The text of a pending file, compressed where its name says so.
class TextFile {
 public:
  explicit TextFile(const std::string& target) : file_(target) {
    const bool gzip = target.back() == 'z' || target.back() == 'Z';  // of the known extensions, only .gz ends so
    const int own = dup(file_.descriptor());                         // zlib closes what it is given
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

template <class T>
void appendNumber(std::string& text, T number) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(number)) {  // to_chars also prints its sign, which means nothing
      text += "nan";
      return;
    }
  }
  char digits[32];  // the longest is "-2.2250738585072014e-308"
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  text.append(digits, end);
}

void writeEntries(TextFile& file, const Coordinates& tensor, std::string text, std::string_view afterCoordinates) {
  constexpr std::size_t pieceSize = 1u << 18;
  std::vector<int> modes(tensor.dims.size());
  std::iota(modes.begin(), modes.end(), 0);
  const auto entries = sortedOrder(tensor, modes);
  std::visit(
      [&](const auto& values) {
        for (std::size_t at = 0; at < entries.size(); ++at) {
          const std::size_t e = entries[at];
          for (std::size_t m = 0; m < modes.size(); ++m) {
            appendNumber(text, std::int64_t{tensor.crd[e * modes.size() + m]} + 1);
            text += ' ';
          }
          text += afterCoordinates;
          appendNumber(text, values[e]);
          text += '\n';
          if (text.size() < pieceSize) continue;
          file.write(text);
          text.clear();
        }
      },
      tensor.values);
  file.write(text);
}

std::string matrixMarketHeader(const Coordinates& tensor) {
  const ValueType type = typeOf(tensor.values);
  const bool integer = type == ValueType::Int32 || type == ValueType::Int64;
  return fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n", integer ? "integer" : "real",
                     tensor.dims[0], tensor.order() == 1 ? 1 : tensor.dims[1], tensor.size());
}

}  // namespace

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
  const Coordinates tensor = unpack(storage);
  TextFile file(path);
  const int order = storage.order();
  const bool matrixMarket = fileKind(path) == FileKind::MatrixMarket;
  writeEntries(file, tensor, matrixMarket ? matrixMarketHeader(tensor) : "", matrixMarket && order == 1 ? "1 " : "");
  file.commit();
}

}  // namespace stardust
