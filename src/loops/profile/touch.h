// A counted access to an element of an array.
#pragma once

#include "loops/idioms/typed_call.h"

namespace stardust::loops {

/// The use of an element by an access.
enum class Access { Reads, Writes, Updates };

/// The counters of an array, in this order. A small cache is modelled: direct-mapped, with cacheLines lines.
enum class ArrayCounter {
  Read,     ///< elements that were read
  Written,  ///< elements that were written
  Lines,    ///< lines that the cache loaded
  Jumps,    ///< those of them that are no neighbour of the preceding line at the same place of the program
  Touched,  ///< distinct lines; of arrays other than operands, those up to the last one
};
inline constexpr std::int64_t arrayCounters = 5;

/// A line of memory has 64 bytes, and arrays begin with a line.
inline constexpr std::int64_t lineBytes = 64;
/// Of 32 KB, the size of most first-level caches.
inline constexpr std::int64_t cacheLines = 32 * 1024 / lineBytes;
std::int64_t bytesOf(Type type);
inline std::int64_t perLine(Type type) { return lineBytes / bytesOf(type); }

/// An expression: `index`, after the access to array[index] was counted. It exists only inside a pass, and has no text.
struct Touch {
  std::string counters;  ///< array of all counters
  std::string last;      ///< array: the last line of each access in the program
  std::string cache;     ///< array: the lines in the cache, numbered over all arrays
  std::string touched;   ///< array: whether a line of an operand was accessed
  Expr index;
  Expr first;    ///< a literal: the first counter of the array
  Expr access;   ///< a literal: the Access
  Expr site;     ///< a literal: the number of the access in the program
  Expr perLine;  ///< a literal: elements of a line
  Expr array;    ///< a literal: the number of the array
  Expr lines;    ///< the first line of the array in `touched`; -1: it is no operand

  static const Idiom& idiom();
  static auto fields(auto& v) {
    return std::tie(v.counters, v.last, v.cache, v.touched, v.index, v.first, v.access, v.site, v.perLine, v.array,
                    v.lines);
  }
};

/// The statements and the value of a touch.
Meaning touchMeaning(const Touch& touch, Names& names);

/// counters[first + counter] += by, or with another operator
Stmt counted(const std::string& counters, const Expr& first, ArrayCounter counter, const Expr& by,
             BinaryOp op = BinaryOp::Add);

}  // namespace stardust::loops
