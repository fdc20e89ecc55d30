// Numbers in lines of fixed-width fields, as Fortran writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "io/fields.h"
#include "io/lines.h"

namespace stardust::io {

/// An edit descriptor: (13I6), (4E20.12), (1P,3(D25.16)).
struct FortranFormat {
  std::size_t count = 1;  ///< fields on a line
  char letter = 'I';      ///< I, E, D, F or G
  std::size_t width = 0;
  int decimals = 0;
};
/// None if the text is not such a descriptor.
std::optional<FortranFormat> fortranFormat(std::string_view text);

/// Reads fields line by line.
class FortranFields {
 public:
  /// `what` names the numbers in messages: "pointer".
  FortranFields(Lines& lines, FortranFormat format, const char* what) : lines_(lines), format_(format), what_(what) {}

  /// Moves to the next field. Throws Error (user) at the end of the text, and for an empty field.
  std::string_view next();
  /// The current field as an integer of least..most.
  std::int64_t integer(std::int64_t least, std::int64_t most) const;
  /// The current field as a number. Without a point, the last digits are decimals, as many as the format says; an
  /// exponent may lack its letter ("1.5-101").
  template <class T>
  T value() const;
  [[noreturn]] void fail(const std::string& what, std::string why = {}, std::string remedy = {}) const;

 private:
  std::size_t trimmedEnd() const;

  Lines& lines_;
  FortranFormat format_;
  const char* what_;
  std::string_view field_;
  std::size_t used_ = 0;  // fields of the current line; 0: take the next line
};

}  // namespace stardust::io
