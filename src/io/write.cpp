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
  bool hasParts = false;              // the parts of a complex number are two fields
};

template <class T>
void appendValue(std::string& text, const T& value, const LineForm& form) {
  if constexpr (isComplexElement<T>) {
    if (form.hasParts) {
      appendNumber(text, value.real());
      text += ' ';
      return appendNumber(text, value.imag());
    }
  }
  appendNumber(text, value);
}

// Whether a matrix is its conjugate transpose, and is not real.
bool isHermitian(const Coordinates& matrix) {
  if (!isComplex(typeOf(matrix.values)) || matrix.order() != 2 || matrix.dims[0] != matrix.dims[1]) return false;
  const auto byRows = sortedOrder(matrix, {0, 1}), byColumns = sortedOrder(matrix, {1, 0});
  bool isReal = true;
  for (std::size_t at = 0; at < byRows.size(); ++at) {
    const std::size_t e = byRows[at], mirrored = byColumns[at];
    const bool isMirrored =
        matrix.crd[2 * e] == matrix.crd[2 * mirrored + 1] && matrix.crd[2 * e + 1] == matrix.crd[2 * mirrored];
    const std::complex<double> value = complexAt(matrix.values, e);
    if (!isMirrored || value != std::conj(complexAt(matrix.values, mirrored))) return false;
    isReal = isReal && value.imag() == 0;
  }
  return !isReal;
}

// Its lower triangle, as Matrix Market lists it.
Coordinates lowerTriangle(const Coordinates& matrix) {
  Coordinates lower{matrix.dims, {}, makeValues(typeOf(matrix.values), 0)};
  std::visit(
      [&](auto& values) {
        const auto& all = std::get<std::decay_t<decltype(values)>>(matrix.values);
        for (std::size_t e = 0; e < all.size(); ++e) {
          if (matrix.crd[2 * e] < matrix.crd[2 * e + 1]) continue;
          lower.crd.push_back(matrix.crd[2 * e]);
          lower.crd.push_back(matrix.crd[2 * e + 1]);
          values.push_back(all[e]);
        }
      },
      lower.values);
  return lower;
}

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
          appendValue(text, values[e], form);
          text += '\n';
          pieces.passFull();
        }
      },
      tensor.values);
  pieces.pass();
}

std::string matrixMarketHeader(const Coordinates& tensor, const char* symmetry) {
  const ValueType type = typeOf(tensor.values);
  return fmt::format("%%MatrixMarket matrix coordinate {} {}\n{} {} {}\n",
                     isComplex(type)   ? "complex"
                     : isInteger(type) ? "integer"
                                       : "real",
                     symmetry, tensor.dims[0], tensor.order() == 1 ? 1 : tensor.dims[1], tensor.size());
}

}  // namespace

levels::EntryOrder byModes(const Coordinates& tensor) {
  std::vector<int> modes(tensor.dims.size());
  std::iota(modes.begin(), modes.end(), 0);
  return sortedOrder(tensor, modes);
}

void printMatrixMarket(const Storage& storage, const std::string&, const Sink& sink) {
  const Coordinates tensor = unpack(storage);
  if (isHermitian(tensor)) {
    const Coordinates lower = lowerTriangle(tensor);
    return writeEntries(sink, lower, matrixMarketHeader(lower, "hermitian"), {' ', 1, "", true});
  }
  writeEntries(sink, tensor, matrixMarketHeader(tensor, "general"), {' ', 1, storage.order() == 1 ? "1 " : "", true});
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
