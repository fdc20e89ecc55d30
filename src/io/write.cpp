#include "io/write.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

#include "tensor/sort.h"

namespace stardust {
namespace {

template <class T>
void appendNumber(std::string& text, T number) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(number)) {  // to_chars also prints the sign of a NaN, which is meaningless
      text += "nan";
      return;
    }
  }
  char digits[32];  // the longest is "-2.2250738585072014e-308"
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  text.append(digits, end);
}

void writeEntries(const Sink& sink, const Coordinates& tensor, std::string text, std::string_view afterCoordinates) {
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
          sink(text);
          text.clear();
        }
      },
      tensor.values);
  sink(text);
}

std::string matrixMarketHeader(const Coordinates& tensor) {
  const ValueType type = typeOf(tensor.values);
  const bool integer = type == ValueType::Int32 || type == ValueType::Int64;
  return fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n", integer ? "integer" : "real",
                     tensor.dims[0], tensor.order() == 1 ? 1 : tensor.dims[1], tensor.size());
}

}  // namespace

void printTensor(const Storage& storage, FileKind kind, const Sink& sink) {
  const Coordinates tensor = unpack(storage);
  const bool matrixMarket = kind == FileKind::MatrixMarket;
  writeEntries(sink, tensor, matrixMarket ? matrixMarketHeader(tensor) : "",
               matrixMarket && storage.order() == 1 ? "1 " : "");
}

}  // namespace stardust
