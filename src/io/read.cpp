#include "io/read.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "io/formats.h"
#include "io/readers.h"
#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust {
namespace {

void checkDims(const std::string& name, const std::vector<std::int64_t>& dims, const ReadOptions& options,
               Location where) {
  if (options.dims && *options.dims != dims)
    failUser(fmt::format("{} holds a tensor of {}, but {} is expected", name, fmt::join(dims, " x "),
                         fmt::join(*options.dims, " x ")),
             std::move(where), "the dimensions of an index come from every tensor that it accesses, and must agree");
}

// Keeps the coordinates of one mode; those of all others are 0.
void keepOnly(Coordinates& tensor, std::size_t mode) {
  const std::size_t order = tensor.dims.size();
  for (std::size_t e = 0; e < tensor.size(); ++e) tensor.crd.set(e, tensor.crd[order * e + mode]);
  tensor.crd.resize(tensor.size());
  tensor.dims = {tensor.dims[mode]};
}

}  // namespace

void io::checkOptions(const std::string& name, const ReadOptions& options) {
  if (options.order && options.dims && options.dims->size() != static_cast<std::size_t>(*options.order))
    failUser(fmt::format("{} ({}) {} given for {}, a tensor of order {}", counted(options.dims->size(), "dimension"),
                         fmt::join(*options.dims, " x "), plural(options.dims->size(), "is", "are"), name,
                         *options.order));
}

TensorFile readTensor(const std::string& name, io::ByteSource& source, FileKind kind, const ReadOptions& options) {
  io::checkOptions(name, options);
  const io::TensorFormat& format = io::formatOf(kind);
  require(format.read, "readTensor: files/tensors.h reads this kind");
  return format.read(name, source, options);
}

void io::checkStatedDims(const Lines& lines, const std::vector<std::int64_t>& dims, const ReadOptions& options) {
  checkDims(lines.name(), dims, options, lines.at(lines.line()));
}

TensorFile io::fitted(const std::string& name, TensorFile file, const ReadOptions& options) {
  const std::vector<std::int64_t> dims = file.tensor.dims;
  const std::size_t expected = options.order  ? static_cast<std::size_t>(*options.order)
                               : options.dims ? options.dims->size()
                                              : dims.size();
  const auto isOne = [](std::int64_t dim) { return dim == 1; };
  const bool isVector = dims.size() == 2 && std::any_of(dims.begin(), dims.end(), isOne);
  if (expected == 1 && isVector) keepOnly(file.tensor, dims[1] == 1 ? 0 : 1);
  else if (expected == 0 && std::all_of(dims.begin(), dims.end(), isOne))
    file.tensor.dims.clear(), file.tensor.crd.clear();
  else if (expected != dims.size())
    failUser(fmt::format("{} holds a tensor of order {} ({}), but one of order {} is expected", name, dims.size(),
                         fmt::join(dims, " x "), expected));
  checkDims(name, file.tensor.dims, options, {});
  return file;
}

}  // namespace stardust
