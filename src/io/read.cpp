#include "io/read.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "io/readers.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust {
namespace {

bool endsWith(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && std::equal(end.rbegin(), end.rend(), text.rbegin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

}  // namespace

FileKind fileKind(const std::string& path) {
  if (endsWith(path, ".mtx") || endsWith(path, ".mtx.gz")) return FileKind::MatrixMarket;
  if (endsWith(path, ".tns") || endsWith(path, ".tns.gz")) return FileKind::Frostt;
  failUser(fmt::format("the kind of the file {} is unknown", path), {}, "the extension determines it",
           ".mtx (MatrixMarket) or .tns (FROSTT), each also with .gz");
}

TensorFile readTensor(const std::string& name, io::ByteSource& source, FileKind kind, const ReadOptions& options) {
  if (options.order && options.dims && options.dims->size() != static_cast<std::size_t>(*options.order))
    failUser(fmt::format("{} ({}) {} given for {}, a tensor of order {}", counted(options.dims->size(), "dimension"),
                         fmt::join(*options.dims, " x "), plural(options.dims->size(), "is", "are"), name,
                         *options.order));
  io::Lines lines(name, source);
  return kind == FileKind::MatrixMarket ? io::readMatrixMarket(lines, options) : io::readFrostt(lines, options);
}

void io::checkStatedDims(const Lines& lines, const std::vector<std::int64_t>& dims, const ReadOptions& options) {
  if (options.dims && *options.dims != dims)
    failUser(fmt::format("{} holds a tensor of {}, but {} is expected", lines.name(), fmt::join(dims, " x "),
                         fmt::join(*options.dims, " x ")),
             lines.at(lines.line()),
             "the dimensions of an index come from every tensor that it accesses, and must agree");
}

}  // namespace stardust
