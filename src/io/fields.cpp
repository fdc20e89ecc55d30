#include "io/fields.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "support/complex_text.h"
#include "tensor/storage.h"

namespace stardust::io {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }

template <class T>
std::string typeName() {
  return toString(typeOfElement<T>());
}

template <class T>
struct Parsed {
  T number{};
  std::errc status{};
};

// Like from_chars, but the whole field must be a number, and a leading plus sign is allowed.
template <class T>
Parsed<T> parseWhole(std::string_view field) {
  Parsed<T> parsed;
  const bool plus = field.size() > 1 && field[0] == '+' && field[1] != '-';
  const char* const end = field.data() + field.size();
  const auto [stop, status] = std::from_chars(field.data() + (plus ? 1 : 0), end, parsed.number);
  parsed.status = stop == end ? status : std::errc::invalid_argument;
  return parsed;
}

// Converts Fortran's exponent letter D: 5.0D+01, 1.d0.
std::string withExponentOfC(std::string_view field) {
  std::string text(field);
  const auto mark = text.find_first_of("dD");
  if (mark != std::string::npos) text[mark] = 'e';
  return text;
}

enum class Outcome { Number, NoNumber, TooSmall, TooLarge };
template <class T>
struct Real {
  T number = 0;
  Outcome outcome = Outcome::Number;
};

template <class T>
Real<T> readReal(std::string_view field) {
  auto parsed = parseWhole<T>(field);
  if (parsed.status == std::errc{}) return {parsed.number};
  const std::string text = withExponentOfC(field);
  if (parsed.status == std::errc::invalid_argument) parsed = parseWhole<T>(text);
  if (parsed.status == std::errc{}) return {parsed.number};
  if (parsed.status == std::errc::invalid_argument) return {0, Outcome::NoNumber};
  // from_chars reports overflow and underflow alike, without a value; strtod distinguishes them.
  return {0, std::abs(std::strtod(text.c_str(), nullptr)) < 1 ? Outcome::TooSmall : Outcome::TooLarge};
}

template <class T>
[[noreturn]] void failRange(const Fields& fields, std::string_view field) {
  fields.fail(field, fmt::format("{} does not fit in the value type {}", shown(field), typeName<T>()),
              std::is_same_v<T, Truth> ? "a truth value is 0 or 1" : "",
              std::is_same_v<T, double>              ? ""
              : isReal<T>                            ? "read it as double (-t=double)"
              : std::numeric_limits<T>::digits >= 63 ? "read it as a wider type (-t=double)"
                                                     : "read it as a wider type (-t=long or -t=double)");
}

[[noreturn]] void failNumber(const Fields& fields, std::string_view field) {
  fields.fail(field, field.empty() ? "the value is missing" : fmt::format("'{}' is not a number", shown(field)));
}

template <class T>
T parseReal(const Fields& fields, std::string_view field) {
  using Read = std::conditional_t<isHalfElement<T>, double, T>;
  const auto [number, outcome] = readReal<Read>(field);
  if (outcome == Outcome::NoNumber) failNumber(fields, field);
  if (outcome == Outcome::TooLarge || unrepresentable<T>(number)) failRange<T>(fields, field);
  return static_cast<T>(number);
}

template <class T>
T parseComplex(const Fields& fields, std::string_view field) {
  using Part = typename T::value_type;
  const bool isBracketed = field.size() > 2 && field.front() == '(' && field.back() == ')';  // as NumPy prints it
  if (isBracketed) field = field.substr(1, field.size() - 2);
  const auto parts = complexParts(field);
  if (!parts) return T(parseReal<Part>(fields, field));
  if (parts->imaginary.empty()) failNumber(fields, field);
  const Part real = parts->real.empty() ? Part{0} : parseReal<Part>(fields, parts->real);
  return {real, parseReal<Part>(fields, parts->imaginary)};
}

// The reason to refuse a fraction: the value type, or the header of the text.
struct IntegersOnly {
  std::string why, remedy;
};

// An integer in the notation of a real. Exact below 2^53, which covers all texts printed from doubles.
template <class T>
T integerFromReal(const Fields& fields, std::string_view field, const IntegersOnly& rule) {
  const auto [real, outcome] = readReal<double>(field);
  if (outcome == Outcome::NoNumber) failNumber(fields, field);
  if (outcome == Outcome::TooSmall ||
      (outcome == Outcome::Number && (!std::isfinite(real) || real != std::trunc(real))))
    fields.fail(field, fmt::format("{} is not an integer", shown(field)), rule.why, rule.remedy);
  if constexpr (isComplexElement<T>) {
    return T(parseReal<typename T::value_type>(fields, field));
  } else if constexpr (isReal<T>) {
    return parseReal<T>(fields, field);
  } else {
    if (outcome == Outcome::TooLarge || unrepresentable<T>(real)) failRange<T>(fields, field);
    return static_cast<T>(real);
  }
}

// Parses a whole number in plain form as T; leaves all other forms to `otherwise`.
template <class T, class Otherwise>
T integerOr(const Fields& fields, std::string_view field, Otherwise&& otherwise) {
  using Read = std::conditional_t<std::is_same_v<T, std::uint64_t>, std::uint64_t, std::int64_t>;
  const auto parsed = parseWhole<Read>(field);
  if (parsed.status != std::errc{}) return otherwise();
  if (unrepresentable<T>(parsed.number)) failRange<T>(fields, field);
  return numberAs<T>(parsed.number);
}

}  // namespace

std::string shown(std::string_view field) {
  constexpr std::size_t most = 40;
  std::string text(field.substr(0, most));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  return field.size() > most ? text + "…" : text;
}

std::string_view Fields::next() {
  const char* begin = rest_.data();
  const char* const end = begin + rest_.size();
  while (begin != end && isBlank(*begin)) ++begin;
  const char* stop = begin;
  while (stop != end && !isBlank(*stop) && !(commas_ && *stop == ',')) ++stop;
  const std::string_view field(begin, static_cast<std::size_t>(stop - begin));
  if (commas_) {  // a comma ends the field, and blanks around it are skipped
    while (stop != end && isBlank(*stop)) ++stop;
    if (stop != end && *stop == ',') ++stop;
  }
  rest_ = {stop, static_cast<std::size_t>(end - stop)};
  return field;
}

std::size_t Fields::count() const {
  Fields left = *this;
  std::size_t fields = 0;
  for (; left.rest_.find_first_not_of(" \t") != std::string_view::npos; ++fields) left.next();
  return fields;
}

bool Fields::atEnd() const { return Fields(*this).next().empty(); }

std::int64_t Fields::integer(const char* what, std::int64_t least, std::int64_t most) {
  const std::string_view field = next();
  const auto parsed = parseWhole<std::int64_t>(field);
  if (field.empty()) fail(field, fmt::format("{} is missing", what));
  if (parsed.status == std::errc::invalid_argument)
    fail(field, fmt::format("{} is '{}', not an integer", what, shown(field)));
  if (parsed.status != std::errc{} || parsed.number < least || parsed.number > most)
    fail(field, fmt::format("{} is {}", what, shown(field)), fmt::format("it must be between {} and {}", least, most));
  return parsed.number;
}

std::int64_t Fields::coordinate(std::size_t mode, std::int64_t dim, std::int64_t base) {
  const std::string_view field = next();
  const auto parsed = parseWhole<std::int64_t>(field);
  if (parsed.status == std::errc{} && parsed.number >= base && parsed.number < dim + base) return parsed.number - base;
  if (field.empty()) fail(field, fmt::format("the coordinate of mode {} is missing", mode));
  if (parsed.status == std::errc::invalid_argument)
    fail(field, fmt::format("coordinate '{}' of mode {} is not an integer", shown(field), mode));
  if (base == 0)
    fail(field, fmt::format("coordinate {} of mode {} is out of range", shown(field), mode),
         dim < maxDimension ? fmt::format("coordinates count from 0 to the dimension minus 1, here {}", dim - 1)
                            : fmt::format("coordinates count from 0, and to {} at most", maxDimension - 1),
         parsed.status == std::errc{} && parsed.number == dim ? "if the file counts from 1, say so: --base=T:1" : "");
  const bool isZero = parsed.status == std::errc{} && parsed.number == 0;
  fail(field, fmt::format("coordinate {} of mode {} is out of range", shown(field), mode),
       dim < maxDimension ? fmt::format("in a file, coordinates count from 1 to the dimension, here {}", dim)
                          : fmt::format("in a file, coordinates count from 1, and to {} at most", maxDimension),
       isZero ? "if the file counts from 0, add 1 to each coordinate" : "");
}

template <class T>
T Fields::valueOf(std::string_view field) const {
  if constexpr (isComplexElement<T>) {
    return parseComplex<T>(*this, field);
  } else if constexpr (isReal<T>) {
    return parseReal<T>(*this, field);
  } else {
    return integerOr<T>(*this, field, [&] {
      return integerFromReal<T>(
          *this, field, {fmt::format("the value type is {}", typeName<T>()), "read it as float or double (-t=float)"});
    });
  }
}

template <class T>
T Fields::integerOf(std::string_view field) const {
  return integerOr<T>(*this, field, [&] {
    return integerFromReal<T>(*this, field, {"the header says that the values are integers", "say real in the header"});
  });
}

template std::complex<float> Fields::valueOf(std::string_view) const;
template std::complex<double> Fields::valueOf(std::string_view) const;
template std::complex<float> Fields::integerOf(std::string_view) const;
template std::complex<double> Fields::integerOf(std::string_view) const;
template std::int32_t Fields::valueOf(std::string_view) const;
template std::int64_t Fields::valueOf(std::string_view) const;
template float Fields::valueOf(std::string_view) const;
template double Fields::valueOf(std::string_view) const;
template Truth Fields::valueOf(std::string_view) const;
template std::int8_t Fields::valueOf(std::string_view) const;
template std::int16_t Fields::valueOf(std::string_view) const;
template std::uint8_t Fields::valueOf(std::string_view) const;
template std::uint16_t Fields::valueOf(std::string_view) const;
template std::uint32_t Fields::valueOf(std::string_view) const;
template std::uint64_t Fields::valueOf(std::string_view) const;
template Float16Element Fields::valueOf(std::string_view) const;
template Bfloat16Element Fields::valueOf(std::string_view) const;
template std::int32_t Fields::integerOf(std::string_view) const;
template std::int64_t Fields::integerOf(std::string_view) const;
template float Fields::integerOf(std::string_view) const;
template double Fields::integerOf(std::string_view) const;
template Truth Fields::integerOf(std::string_view) const;
template std::int8_t Fields::integerOf(std::string_view) const;
template std::int16_t Fields::integerOf(std::string_view) const;
template std::uint8_t Fields::integerOf(std::string_view) const;
template std::uint16_t Fields::integerOf(std::string_view) const;
template std::uint32_t Fields::integerOf(std::string_view) const;
template std::uint64_t Fields::integerOf(std::string_view) const;
template Float16Element Fields::integerOf(std::string_view) const;
template Bfloat16Element Fields::integerOf(std::string_view) const;

void Fields::finish(std::string why, std::string remedy) {
  const std::string_view field = next();
  if (!field.empty())
    fail(field, fmt::format("unexpected '{}' at the end of the line", shown(field)), std::move(why), std::move(remedy));
}

void Fields::fail(std::string_view field, const std::string& what, std::string why, std::string remedy) const {
  failUser(what, lines_.at(field), std::move(why), std::move(remedy));
}

}  // namespace stardust::io
