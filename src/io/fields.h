// Parses the fields of a line, with errors that point at the field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/lines.h"
#include "support/elements.h"

namespace stardust::io {

/// The fields of the current line of `lines`, left to right. Every reader throws Error (user) if a field is missing, is
/// not a complete number, or is out of range.
class Fields {
 public:
  /// Fields are separated by blanks, or by commas with or without blanks (`commas`). Between commas, a field may be
  /// empty.
  explicit Fields(const Lines& lines, bool commas = false) : lines_(lines), rest_(lines.line()), commas_(commas) {}

  std::string_view next();    ///< the next field; empty at the end of the line
  std::size_t count() const;  ///< remaining fields
  bool atEnd() const;         ///< no field remains
  /// An integer of least..most. `what` names it in messages: "the number of rows".
  std::int64_t integer(const char* what, std::int64_t least, std::int64_t most);
  /// A coordinate of `mode`: counted from `base` in the text, and from 0 in the result.
  std::int64_t coordinate(std::size_t mode, std::int64_t dim, std::int64_t base = 1);
  /// A decimal number in the range of T, optionally with a Fortran exponent ("5.0D+01"). A floating-point T accepts
  /// "inf" and "nan" in any case, with a sign. An integral T accepts "3", "3.0" and "3e0", but no fraction. Underflow
  /// gives 0; overflow is refused. A truth value is 0 or 1.
  /// A complex number is 1.5, 2i, or 1.5-2i, also with j.
  template <class T>
  T value() {
    return valueOf<T>(next());
  }
  /// A number without an imaginary part.
  template <class T>
  T realValue() {
    if constexpr (isComplexElement<T>) return T(valueOf<typename T::value_type>(next()));
    else return value<T>();
  }
  /// The real and the imaginary part in two fields.
  template <class T>
  T partsValue() {
    using Part = typename T::value_type;
    const Part real = value<Part>();
    const std::string_view imaginary = next();
    if (imaginary.empty()) fail(imaginary, "the imaginary part is missing", "a complex value has two fields");
    return {real, valueOf<Part>(imaginary)};
  }
  /// The same for any part of the line; empty: missing.
  template <class T>
  T valueOf(std::string_view field) const;
  /// The same for a text that declares integer values: no T accepts a fraction.
  template <class T>
  T integerValue() {
    return integerOf<T>(next());
  }
  /// Refuses further fields, with this reason and remedy.
  void finish(std::string why = {}, std::string remedy = {});

  /// `field` must lie in the line; an empty field is the end of the line.
  [[noreturn]] void fail(std::string_view field, const std::string& what, std::string why = {},
                         std::string remedy = {}) const;

 private:
  template <class T>
  T integerOf(std::string_view field) const;

  const Lines& lines_;
  std::string_view rest_;
  bool commas_;
};

/// `field` in a form fit for a terminal: printable and short.
std::string shown(std::string_view field);

}  // namespace stardust::io
