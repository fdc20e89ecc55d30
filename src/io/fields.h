// The fields of a line, separated by blanks: numbers, checked, with errors that point at the field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/lines.h"

namespace stardust::io {

/// The fields of the current line of `lines`, left to right. Every reader below throws Error (user) on a missing field,
/// on one that is not wholly the number it should be, and on one out of range.
class Fields {
 public:
  explicit Fields(const Lines& lines) : lines_(lines), rest_(lines.line()) {}

  std::string_view next();    ///< the next field; empty at the end of the line
  std::size_t count() const;  ///< how many are left
  bool atEnd() const;         ///< none is left
  /// An integer of least..most. `what` names it in messages: "the number of rows".
  std::int64_t integer(const char* what, std::int64_t least, std::int64_t most);
  /// A coordinate of `mode`, 1..dim in the text, 0-based in the result.
  std::int32_t coordinate(std::size_t mode, std::int64_t dim);
  /// A decimal number that T can hold, also with the exponent as Fortran writes it ("5.0D+01"); for a floating-point T
  /// also "inf" and "nan" (in any case, with a sign). An integral T takes "3", "3.0" and "3e0", but no fraction. What
  /// is too small for T becomes 0, what is too large is refused.
  template <class T>
  T value();
  /// The same of a text that declares its values to be integers: no T takes a fraction.
  template <class T>
  T integerValue();
  /// Refuses a further field, with these words beside it.
  void finish(std::string why = {}, std::string remedy = {});

  /// `field` must lie in the line; an empty one stands for the end of the line.
  [[noreturn]] void fail(std::string_view field, const std::string& what, std::string why = {},
                         std::string remedy = {}) const;

 private:
  const Lines& lines_;
  std::string_view rest_;
};

/// `field` as it may be shown on a terminal: printable, and not long.
std::string shown(std::string_view field);

}  // namespace stardust::io
