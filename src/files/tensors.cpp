#include "files/tensors.h"

#include <fmt/format.h>

#include <filesystem>

#include "files/containers.h"
#include "files/files.h"
#include "files/open.h"
#include "files/packed_file.h"
#include "files/zstd.h"
#include "io/formats.h"
#include "io/readers.h"
#include "support/diagnostic.h"

namespace stardust {
namespace {

namespace fs = std::filesystem;

// Refuses what the format of a file cannot hold.
void checkOrder(const std::string& path, const io::TensorFormat& format, int order) {
  if (order >= format.leastOrder && order <= format.mostOrder) return;
  failUser(fmt::format("cannot write a tensor of order {} to {}", order, path), {},
           fmt::format("a {} file holds {}", format.name, format.holds), "write a .tns file");
}

}  // namespace

TensorFile readTensorFile(const std::string& path, const ReadOptions& options, Progress* progress) {
  const FileKind kind = fileKind(path);
  const auto [file, variable] = tensorPath(path);
  io::requireLibrary(file, kind);
  io::checkOptions(file, options);
  ReadOptions all = options;
  all.variable = variable;
  return io::readerOf(kind)(file, *io::openFile(file, progress), all);
}

Coordinates readTensor(const std::string& path, const ReadOptions& options) {
  return readTensorFile(path, options).tensor;
}

TensorFile readTensorText(const std::string& name, std::string_view bytes, FileKind kind, const ReadOptions& options) {
  io::requireLibrary(name, kind);
  io::checkOptions(name, options);
  return io::readerOf(kind)(name, *io::unpacked(name, io::openMemory(bytes)), options);
}

namespace {

bool hasValuesOf(ValueType type, FileKind kind) {
  switch (kind) {
    case FileKind::Npy:
    case FileKind::Npz: return rowOf(type).numpy != nullptr;
    case FileKind::Hdf5: return rowOf(type).binsparse != nullptr;
    case FileKind::Matlab: return !isHalf(type);
    default: return true;  // texts
  }
}

}  // namespace

void checkWritable(const std::string& path, int order, ValueType type) {
  const FileKind kind = fileKind(path);
  const std::string file = tensorPath(path).file;
  io::requireLibrary(file, kind);
  if (io::compressionByName(file) == io::Compression::Zstd) io::requireZstd(file);
  checkOrder(path, io::formatOf(kind), order);
  if (!hasValuesOf(type, kind))
    failUser(fmt::format("cannot write {}: {} has no values of type {}", file, io::formatOf(kind).name, toString(type)),
             {}, "an array of the file has a value type of its own",
             "write a text, such as .mtx or .tns, or compute in float (-t=float)");
  std::error_code none;
  const auto status = fs::status(file, none);
  if (fs::exists(status) && !fs::is_regular_file(status))
    failUser(fmt::format("cannot write {}: it is not a regular file", file));
  const auto folder = fs::path(file).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, none))
    failUser(fmt::format("cannot write {}: there is no folder {}", file, folder.string()));
  checkRoomFor(file, folder.empty() ? "." : folder.string());
}

void writeTensor(const std::string& path, const Storage& storage, double fill) {
  checkWritable(path, storage.order(), storage.type());
  const auto [target, variable] = tensorPath(path);
  io::PackedFile file(target);
  const FileKind kind = fileKind(path);
  const Sink sink = [&](std::string_view piece) { file.write(piece); };
  if (kind == FileKind::Hdf5) io::printBinsparse(storage, variable, fill, sink);
  else io::writerOf(kind)(storage, variable, sink);
  file.commit();
}

}  // namespace stardust
