#include "io/write.h"

#include <fmt/format.h>

#include <numeric>
#include <string_view>
#include <vector>

#include "io/formats.h"
#include "io/writers.h"
#include "support/diagnostic.h"
#include "support/plural.h"
#include "tensor/sort.h"

namespace stardust {
namespace io {
namespace {

// The layout of a line of text.
struct LineForm {
  char separator = ' ';
  std::int64_t base = 1;              // the first coordinate
  std::string_view afterCoordinates;  // text between the coordinates and the value
};

void writeEntries(const Sink& sink, const Coordinates& tensor, std::string_view header, const LineForm& form) {
  Pieces pieces(sink);
  std::string& text = pieces.text();
  text = header;
  const std::size_t order = tensor.dims.size();
  const auto entries = byModes(tensor);
  std::visit(
      [&](const auto& values) {
        for (std::size_t at = 0; at < entries.size(); ++at) {
          const std::size_t e = entries[at];
          for (std::size_t m = 0; m < order; ++m) {
            appendNumber(text, tensor.crd[e * order + m] + form.base);
            text += form.separator;
          }
          text += form.afterCoordinates;
          appendNumber(text, values[e]);
          text += '\n';
          pieces.passFull();
        }
      },
      tensor.values);
  pieces.pass();
}

std::string matrixMarketHeader(const Coordinates& tensor) {
  return fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n",
                     isInteger(typeOf(tensor.values)) ? "integer" : "real", tensor.dims[0],
                     tensor.order() == 1 ? 1 : tensor.dims[1], tensor.size());
}

}  // namespace

levels::EntryOrder byModes(const Coordinates& tensor) {
  std::vector<int> modes(tensor.dims.size());
  std::iota(modes.begin(), modes.end(), 0);
  return sortedOrder(tensor, modes);
}

void printMatrixMarket(const Storage& storage, const std::string&, const Sink& sink) {
  const Coordinates tensor = unpack(storage);
  writeEntries(sink, tensor, matrixMarketHeader(tensor), {' ', 1, storage.order() == 1 ? "1 " : ""});
}

void printFrostt(const Storage& storage, const std::string&, const Sink& sink) {
  writeEntries(sink, unpack(storage), "", {});
}

template <char separator>
void printEdges(const Storage& storage, const std::string&, const Sink& sink) {
  writeEntries(sink, unpack(storage), "", {separator, 0, ""});
}
template void printEdges<' '>(const Storage&, const std::string&, const Sink&);
template void printEdges<','>(const Storage&, const std::string&, const Sink&);
template void printEdges<'\t'>(const Storage&, const std::string&, const Sink&);

void printDense(const Storage& storage, Pieces& pieces, bool columnMajor) {
  constexpr std::int64_t mostPadding = std::int64_t{1} << 28;
  std::vector<int> modes(storage.dims.size());
  std::iota(modes.begin(), modes.end(), 0);
  if (columnMajor) std::reverse(modes.begin(), modes.end());
  const auto stored = static_cast<std::int64_t>(storage.stored());
  std::int64_t extent = 1;
  for (const std::int64_t dim : storage.dims) {
    extent = dim != 0 && extent > maxPositions / dim ? maxPositions : extent * dim;
    if (dim == 0) break;
  }
  if (std::count(storage.dims.begin(), storage.dims.end(), 0) > 0) extent = 0;
  if (extent / 64 > stored && extent > mostPadding)
    failUser(fmt::format("a dense array of {} is mostly zeros: {} of {}", fmt::join(storage.dims, " x "),
                         counted(stored, "entry", "entries"), extent),
             {}, "the format stores every coordinate", "write a sparse format, such as .npz, .mtx or .tns");
  const Storage dense = convert(storage, Format(std::vector<LevelFormat>(modes.size(), stardust::dense), modes));
  std::visit(
      [&](const auto& values) {
        for (const auto value : values) {
          appendBytes(pieces.text(), value);
          pieces.passFull();
        }
      },
      dense.values);
}

}  // namespace io

void printTensor(const Storage& storage, FileKind kind, const Sink& sink) {
  const io::TensorFormat& format = io::formatOf(kind);
  require(format.print, "printTensor: files/tensors.h writes this kind");
  format.print(storage, {}, sink);
}

}  // namespace stardust
