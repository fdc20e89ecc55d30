// One writer for each file format. Each is like printTensor of io/write.h.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

#include "io/write.h"
#include "levels/definition.h"
#include "support/complex_text.h"
#include "support/elements.h"

namespace stardust::io {

void printMatrixMarket(const Storage& storage, const std::string& variable, const Sink& sink);
void printFrostt(const Storage& storage, const std::string& variable, const Sink& sink);
template <char separator>
void printEdges(const Storage& storage, const std::string& variable, const Sink& sink);
void printHarwellBoeing(const Storage& storage, const std::string& variable, const Sink& sink);
void printNpy(const Storage& storage, const std::string& variable, const Sink& sink);

/// The entries in the order of mode 0, then 1, and so on.
levels::EntryOrder byModes(const Coordinates& tensor);

/// Appends the shortest digits that read back as the same value: 1.5-2i of a complex number.
template <class T>
void appendNumber(std::string& text, T element) {
  if constexpr (isComplexElement<T>) {
    text += complexText(element);
  } else {
    const auto number = numberOf(element);
    if constexpr (isReal<T>) {
      if (std::isnan(number)) {  // to_chars also prints the sign of a NaN, which is meaningless
        text += "nan";
        return;
      }
    }
    char digits[32];  // the longest is "-2.2250738585072014e-308"
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
    text.append(digits, end);
  }
}

/// Collects small pieces of output, and passes large ones on.
class Pieces {
 public:
  explicit Pieces(const Sink& sink) : sink_(sink) {}
  ~Pieces() = default;
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  std::string& text() { return text_; }  ///< append here
  void passFull() {
    if (text_.size() >= pieceSize) pass();
  }
  void pass() {
    sink_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t pieceSize = 1u << 18;
  const Sink& sink_;
  std::string text_;
};

/// Prints the values of every coordinate as little-endian bytes, the last mode fastest, or the first (`columnMajor`).
/// Entries at the same coordinates are added. Throws Error (user) for a mostly empty tensor whose dense values would
/// fill the disk.
void printDense(const Storage& storage, Pieces& pieces, bool columnMajor = false);

/// Appends the bytes of a number, little-endian; of a complex number first those of its real part.
template <class T>
void appendBytes(std::string& text, T number) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &number, sizeof(T));
  constexpr std::size_t part = isComplexElement<T> ? sizeof(T) / 2 : sizeof(T);
  if constexpr (std::endian::native == std::endian::big)
    for (std::size_t begin = 0; begin < sizeof(T); begin += part) std::reverse(bytes + begin, bytes + begin + part);
  text.append(bytes, sizeof(T));
}

}  // namespace stardust::io
