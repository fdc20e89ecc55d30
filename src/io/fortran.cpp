#include "io/fortran.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>

#include "support/diagnostic.h"
#include "support/elements.h"

namespace stardust::io {
namespace {

constexpr std::size_t maxFieldWidth = 1000;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return text.substr(text.size());
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Takes the parts of a descriptor from the front of a text.
class Descriptor {
 public:
  explicit Descriptor(std::string_view text) : text_(text) {}

  std::size_t numberOr(std::size_t otherwise) {
    skipBlanks();
    std::size_t number = otherwise;
    const auto [stop, status] = std::from_chars(text_.data(), text_.data() + text_.size(), number);
    if (status == std::errc{}) text_.remove_prefix(static_cast<std::size_t>(stop - text_.data()));
    return number;
  }
  bool take(char c) {
    if (next() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  char next() {
    skipBlanks();
    return text_.empty() ? '\0' : static_cast<char>(std::toupper(static_cast<unsigned char>(text_[0])));
  }

 private:
  void skipBlanks() {
    while (!text_.empty() && text_[0] == ' ') text_.remove_prefix(1);
  }
  std::string_view text_;
};

// The field with an exponent letter, and with the point that its format implies; the field itself if it has both.
std::string withPointAndExponent(std::string_view field, int decimals) {
  std::string text(field);
  std::size_t exponent = text.find_first_of("eEdD");
  if (exponent == std::string::npos) {
    exponent = text.find_first_of("+-", 1);
    if (exponent == std::string::npos) exponent = text.size();
    else text.insert(exponent, "e");
  }
  if (text.find('.') != std::string::npos || decimals == 0) return text;
  const std::size_t sign = text.find_first_of("+-") == 0 ? 1 : 0;
  const auto after = static_cast<std::size_t>(decimals);
  if (exponent - sign < after) text.insert(sign, after - (exponent - sign), '0'), exponent = sign + after;
  text.insert(exponent - after, ".");
  return text;
}

bool isPlain(std::string_view field, int decimals) {
  if (field.find_first_of("0123456789") == std::string_view::npos) return true;  // nan, inf, or no number
  const bool hasPoint = field.find('.') != std::string_view::npos;
  const std::size_t sign = field.find_first_of("+-", 1);
  return (hasPoint || decimals == 0) &&
         (sign == std::string_view::npos || std::isalpha(static_cast<unsigned char>(field[sign - 1])));
}

}  // namespace

std::optional<FortranFormat> fortranFormat(std::string_view text) {
  Descriptor rest(text);
  if (!rest.take('(')) return std::nullopt;
  FortranFormat format;
  format.count = rest.numberOr(1);
  if (rest.take('P')) {  // a scale factor, which does not matter to fields with an exponent
    rest.take(',');
    format.count = rest.numberOr(1);
  }
  if (rest.take('(')) format.count *= rest.numberOr(1);
  format.letter = rest.next();
  if (std::string_view("IEDFG").find(format.letter) == std::string_view::npos || !rest.take(format.letter))
    return std::nullopt;
  format.width = rest.numberOr(0);
  if (rest.take('.')) format.decimals = static_cast<int>(std::min(rest.numberOr(0), maxFieldWidth));
  if (rest.take('E')) rest.numberOr(0);
  if (!rest.take(')') || format.count == 0 || format.count > maxFieldWidth || format.width == 0 ||
      format.width > maxFieldWidth)
    return std::nullopt;
  return format;
}

std::string_view FortranFields::next() {
  if (used_ == format_.count || used_ * format_.width >= trimmedEnd()) used_ = 0;
  if (used_ == 0 && !lines_.next())
    failUser(fmt::format("{} ends, and a {} is expected", lines_.name(), what_), {}, "the file was cut short",
             "copy or download it again");
  const std::string_view line = lines_.line();
  const std::size_t begin = std::min(used_ * format_.width, line.size());
  field_ = trimmed(line.substr(begin, format_.width));
  ++used_;
  if (field_.empty()) fail(fmt::format("a {} is missing", what_));
  return field_;
}

std::size_t FortranFields::trimmedEnd() const { return lines_.line().find_last_not_of(" \t") + 1; }

std::int64_t FortranFields::integer(std::int64_t least, std::int64_t most) const {
  std::int64_t number = 0;
  const char* const begin = field_.data() + (field_.size() > 1 && field_[0] == '+' ? 1 : 0);
  const char* const end = field_.data() + field_.size();
  const auto [stop, status] = std::from_chars(begin, end, number);
  if (stop != end || status != std::errc{})
    fail(fmt::format("the {} '{}' is not an integer", what_, shown(field_)),
         fmt::format("the header says that a field has {} columns", format_.width));
  if (number < least || number > most)
    fail(fmt::format("the {} {} is out of range", what_, number),
         fmt::format("it must be between {} and {}", least, most));
  return number;
}

template <class T>
T FortranFields::value() const {
  if (isPlain(field_, format_.letter == 'I' ? 0 : format_.decimals)) return Fields(lines_).valueOf<T>(field_);
  const std::string text = withPointAndExponent(field_, format_.decimals);
  char* end = nullptr;
  std::string forC = text;
  std::replace_if(
      forC.begin(), forC.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  const double number = std::strtod(forC.c_str(), &end);
  if (end != forC.c_str() + forC.size()) fail(fmt::format("'{}' is not a number", shown(field_)));
  if constexpr (!isReal<T>)
    if (number != std::trunc(number))
      fail(fmt::format("{} is not an integer", shown(field_)), {}, "read it as float or double (-t=float)");
  if (std::isinf(number) || unrepresentable<T>(number))
    fail(fmt::format("{} does not fit in the value type", shown(field_)), {},
         isReal<T> ? "read it as double (-t=double)" : "");
  return static_cast<T>(number);
}
template std::int32_t FortranFields::value() const;
template std::int64_t FortranFields::value() const;
template float FortranFields::value() const;
template double FortranFields::value() const;
template Truth FortranFields::value() const;
template std::int8_t FortranFields::value() const;
template std::int16_t FortranFields::value() const;
template std::uint8_t FortranFields::value() const;
template std::uint16_t FortranFields::value() const;
template std::uint32_t FortranFields::value() const;
template std::uint64_t FortranFields::value() const;
template Float16Element FortranFields::value() const;
template Bfloat16Element FortranFields::value() const;

void FortranFields::fail(const std::string& what, std::string why, std::string remedy) const {
  failUser(what, lines_.at(field_), std::move(why), std::move(remedy));
}

}  // namespace stardust::io
