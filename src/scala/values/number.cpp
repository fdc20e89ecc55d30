#include "scala/values/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>

namespace stardust::scala {
namespace {

using NumberKind = NumberType::Kind;
__extension__ using Wide = __int128;                   // room for the product of two signed numbers
__extension__ using UnsignedWide = unsigned __int128;  // and of two unsigned ones

std::int64_t wrapped(Wide value, const NumberType& type) {
  const int bits = type.bits();
  if (bits >= 64) return static_cast<std::int64_t>(value);
  const Wide size = static_cast<Wide>(1) << bits;
  Wide low = value & (size - 1);
  if (type.isSigned && (low >> (bits - 1)) != 0) low -= size;
  return static_cast<std::int64_t>(low);
}

/// The raw value of a fixed-point number: the number times 2^fraction.
Wide rawOf(const Number& n) { return n.isBeyond63() ? Wide{static_cast<std::uint64_t>(n.fixed)} : Wide{n.fixed}; }
Wide productOf(Wide x, Wide y, const NumberType& type) {
  if (type.isSigned) return (x * y) >> type.fraction;
  return static_cast<Wide>((static_cast<UnsignedWide>(x) * static_cast<UnsignedWide>(y)) >> type.fraction);
}
Number fixedOf(const NumberType& type, Wide raw) { return {type, wrapped(raw, type), 0}; }
Number realOf(const NumberType& type, double value) {
  const bool isNarrow = type.integer <= 24;
  return {type, 0, isNarrow ? static_cast<double>(static_cast<float>(value)) : value};
}

std::optional<Number> applyFixed(Operator op, const Number& a, const Number& b) {
  const Wide x = rawOf(a), y = rawOf(b);
  switch (op) {
    case Operator::Add: return fixedOf(a.type, x + y);
    case Operator::Sub: return fixedOf(a.type, x - y);
    case Operator::Mul: return fixedOf(a.type, productOf(x, y, a.type));
    case Operator::Div:
      if (y == 0) return std::nullopt;
      return fixedOf(a.type, (x * (static_cast<Wide>(1) << a.type.fraction)) / y);
    case Operator::Mod:
      if (y == 0) return std::nullopt;
      // Scala's remainder has the sign of the dividend; for Spatial's numbers, a negative remainder is increased by the
      // divisor.
      return fixedOf(a.type, x % y < 0 && !a.type.isUnstaged ? x % y + y : x % y);
    case Operator::And: return fixedOf(a.type, x & y);
    case Operator::Or: return fixedOf(a.type, x | y);
    case Operator::Xor: return fixedOf(a.type, x ^ y);
    case Operator::Lt: return makeBit(x < y);
    case Operator::Le: return makeBit(x <= y);
    case Operator::Gt: return makeBit(x > y);
    case Operator::Ge: return makeBit(x >= y);
    case Operator::Eq: return makeBit(x == y);
    case Operator::Ne: return makeBit(x != y);
    default: return std::nullopt;
  }
}

std::optional<Number> applyReal(Operator op, const Number& a, const Number& b) {
  const double x = a.real, y = b.real;
  switch (op) {
    case Operator::Add: return realOf(a.type, x + y);
    case Operator::Sub: return realOf(a.type, x - y);
    case Operator::Mul: return realOf(a.type, x * y);
    case Operator::Div: return realOf(a.type, x / y);
    case Operator::Mod: return realOf(a.type, std::fmod(x, y));
    case Operator::Lt: return makeBit(x < y);
    case Operator::Le: return makeBit(x <= y);
    case Operator::Gt: return makeBit(x > y);
    case Operator::Ge: return makeBit(x >= y);
    case Operator::Eq: return makeBit(x == y);
    case Operator::Ne: return makeBit(x != y);
    default: return std::nullopt;
  }
}

std::optional<Number> shift(Operator op, const Number& a, const Number& b) {
  if (a.type.kind != NumberKind::Fixed) return std::nullopt;
  const int amount = static_cast<int>(std::clamp(b.value(), -63.0, 63.0));
  const bool isLeft = (op == Operator::Shl) == (amount >= 0);
  const int by = std::abs(amount);
  if (isLeft) return fixedOf(a.type, static_cast<Wide>(a.fixed) << by);
  if (op != Operator::UnsignedShr) return fixedOf(a.type, rawOf(a) >> by);
  const int bits = a.type.bits();
  const auto mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return fixedOf(a.type, static_cast<Wide>((static_cast<std::uint64_t>(a.fixed) & mask) >> by));
}

Number power(const Number& a, const Number& b) {
  auto result = a.type.kind == NumberKind::Fixed ? makeNumber(a.type, std::int64_t{1}) : makeNumber(a.type, 1.0);
  const double exponent = b.value();
  if (a.type.kind == NumberKind::Float) return realOf(a.type, std::pow(a.real, exponent));
  for (int i = 0; i < exponent && i < 64; ++i) result = *applyFixed(Operator::Mul, result, a);
  return result;
}

}  // namespace

// ---------------------------------------------------------------- types

std::string toString(const NumberType& type) {
  if (type.isCharacter) return "Char";
  if (type.kind == NumberKind::Bit) return "Bit";
  if (type.kind == NumberKind::Float) {
    if (type == float32) return "Float";
    return type == float64 ? "Double" : fmt::format("FltPt[_{},_{}]", type.integer, type.fraction);
  }
  if (type.fraction == 0) {
    if (type == int32) return "Int";
    return fmt::format("{}{}", type.isSigned ? "I" : "U", type.integer);
  }
  return fmt::format("FixPt[{},_{},_{}]", type.isSigned ? "TRUE" : "FALSE", type.integer, type.fraction);
}

// ---------------------------------------------------------------- values

double Number::value() const {
  if (type.kind == NumberKind::Float) return real;
  return std::ldexp(static_cast<double>(rawOf(*this)), type.kind == NumberKind::Bit ? 0 : -type.fraction);
}

Number makeNumber(const NumberType& type, std::int64_t value) {
  if (type.kind == NumberKind::Float) return realOf(type, static_cast<double>(value));
  if (type.kind == NumberKind::Bit) return {type, value != 0 ? 1 : 0, 0};
  return fixedOf(type, static_cast<Wide>(value) << type.fraction);
}

Number makeNumber(const NumberType& type, double value) {
  if (type.kind == NumberKind::Float) return realOf(type, value);
  if (type.kind == NumberKind::Bit) return {type, value != 0 ? 1 : 0, 0};
  const double scaled = std::floor(std::ldexp(value, type.fraction));
  if (!(std::abs(scaled) < 0x1p120)) return {type, 0, 0};
  return fixedOf(type, static_cast<Wide>(scaled));
}

Number convert(const Number& number, const NumberType& type) {
  if (number.type.kind == NumberKind::Float) {
    // Conversion to an integer truncates, as in Scala.
    if (type.kind == NumberKind::Fixed && type.fraction == 0) return makeNumber(type, std::trunc(number.real));
    return makeNumber(type, number.real);
  }
  if (number.type.kind == NumberKind::Bit) return makeNumber(type, number.fixed);
  if (type.kind == NumberKind::Float) return realOf(type, number.value());
  if (type.kind == NumberKind::Bit) return {type, number.fixed != 0 ? 1 : 0, 0};
  const int shift = type.fraction - number.type.fraction;
  const Wide raw = rawOf(number);
  return fixedOf(type, shift >= 0 ? raw << shift : raw >> -shift);
}

Number reinterpret(const Number& number, const NumberType& type) {
  const auto bitsOf = [](const Number& n) {
    if (n.type.kind != NumberKind::Float)
      return static_cast<std::uint64_t>(n.fixed) & (~std::uint64_t{0} >> (64 - std::clamp(n.type.bits(), 1, 64)));
    return n.type.integer <= 24 ? std::bit_cast<std::uint32_t>(static_cast<float>(n.real))
                                : std::bit_cast<std::uint64_t>(n.real);
  };
  const auto bits = bitsOf(number);
  if (type.kind == NumberKind::Bit) return makeBit((bits & 1) != 0);
  if (type.kind == NumberKind::Fixed) return fixedOf(type, static_cast<Wide>(bits));
  return {type, 0,
          type.integer <= 24 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : std::bit_cast<double>(bits)};
}

namespace {

/// A Double or Float as Scala prints it: always with a point, and in scientific notation from 10^7 and below 10^-3.
std::string scalaOf(double value, bool isNarrow) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  std::array<char, 32> buffer{};
  const auto written = isNarrow ? std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                                static_cast<float>(std::abs(value)), std::chars_format::scientific)
                                : std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value),
                                                std::chars_format::scientific);
  const std::string text(buffer.data(), written.ptr);
  const auto mark = text.find('e');
  const int exponent = std::stoi(text.substr(mark + 1));
  auto digits = text.substr(0, 1) + (mark > 2 ? text.substr(2, mark - 2) : "");
  const std::string sign = value < 0 ? "-" : "";
  if (exponent >= 7 || exponent < -3)
    return fmt::format("{}{}.{}E{}", sign, digits[0], digits.size() > 1 ? digits.substr(1) : "0", exponent);
  if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) digits += std::string(whole - digits.size() + 1, '0');
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

}  // namespace

std::string toString(const Number& number) {
  if (number.type.isCharacter) return {static_cast<char>(number.fixed)};
  if (number.type.isUnstaged && number.type.kind == NumberKind::Float)
    return scalaOf(number.real, number.type.integer <= 24);
  if (number.type.kind == NumberKind::Bit) return number.fixed != 0 ? "true" : "false";
  if (number.type.kind == NumberKind::Fixed && number.type.fraction == 0)
    return number.isBeyond63() ? fmt::format("{}", static_cast<std::uint64_t>(number.fixed))
                               : fmt::format("{}", number.fixed);
  if (number.type.integer <= 24 && number.type.kind == NumberKind::Float)
    return fmt::format("{}", static_cast<float>(number.real));
  return fmt::format("{}", number.value());
}

double distance(const Number& a, const Number& b) {
  const bool areAlike =
      a.type.kind == NumberKind::Fixed && b.type.kind == NumberKind::Fixed && a.type.fraction == b.type.fraction;
  if (!areAlike) return std::abs(a.value() - b.value());
  return std::ldexp(std::abs(static_cast<double>(rawOf(a) - rawOf(b))), -a.type.fraction);
}

std::optional<Number> parsed(const std::string& text, const NumberType& type) {
  const auto *begin = text.data(), *end = begin + text.size();
  const auto isRead = [&](const std::from_chars_result& result) {
    return result.ec == std::errc() && result.ptr == end;
  };
  if (std::int64_t whole = 0; isRead(std::from_chars(begin, end, whole))) return makeNumber(type, whole);
  if (std::uint64_t large = 0;
      type == NumberType{NumberKind::Fixed, false, false, 64, 0} && isRead(std::from_chars(begin, end, large)))
    return fixedOf(type, large);
  double value = 0;
  if (std::from_chars(begin, end, value).ec != std::errc()) return std::nullopt;
  return makeNumber(type, value);
}

// ---------------------------------------------------------------- operators

Operator operatorOf(const std::string& name) {
  static const std::map<std::string, Operator> table = {
      {"+", Operator::Add},         {"-", Operator::Sub},       {"*", Operator::Mul},
      {"/", Operator::Div},         {"%", Operator::Mod},       {"&", Operator::And},
      {"|", Operator::Or},          {"^", Operator::Xor},       {"&&", Operator::And},
      {"||", Operator::Or},         {"<<", Operator::Shl},      {">>", Operator::Shr},
      {"<", Operator::Lt},          {"<=", Operator::Le},       {">>>", Operator::UnsignedShr},
      {">", Operator::Gt},          {">=", Operator::Ge},       {"==", Operator::Eq},
      {"===", Operator::Eq},        {"!=", Operator::Ne},       {"!==", Operator::Ne},
      {"=!=", Operator::Ne},        {"**", Operator::Power},    {"*&", Operator::Mul},
      {"/&", Operator::Div},        {"unary_-", Operator::Neg}, {"unary_!", Operator::Not},
      {"unary_~", Operator::Invert}};
  const auto found = table.find(name);
  return found == table.end() ? Operator::None : found->second;
}

std::optional<NumberType> commonType(const NumberType& a, const NumberType& b) {
  if (a == b) return a.isUnstaged ? b : a;
  if (a.isUnstaged && b.isUnstaged) {
    if (a.kind == NumberKind::Float && b.kind == NumberKind::Float) return unstagedDouble;
    if (a.kind == NumberKind::Float || b.kind == NumberKind::Float) return a.kind == NumberKind::Float ? a : b;
    return unstagedLong;
  }
  const bool isBit = a.kind == NumberKind::Bit || b.kind == NumberKind::Bit;
  if (isBit) return std::nullopt;
  if (a.isUnstaged) return b;
  if (b.isUnstaged) return a;
  return std::nullopt;
}

std::optional<Number> apply(Operator op, const Number& a, const Number& b) {
  if (op == Operator::Shl || op == Operator::Shr || op == Operator::UnsignedShr) return shift(op, a, b);
  if (op == Operator::Power) return power(a, b);
  if (a.type.kind == NumberKind::Float) return applyReal(op, a, b);
  if (a.type.kind == NumberKind::Fixed) return applyFixed(op, a, b);
  switch (op) {
    case Operator::And:
    case Operator::Or:
    case Operator::Xor:
    case Operator::Eq:
    case Operator::Ne: return applyFixed(op, a, b);
    default: return std::nullopt;
  }
}

std::optional<Number> apply(Operator op, const Number& a) {
  if (op == Operator::Not && a.type.kind == NumberKind::Bit) return Number{a.type, a.fixed == 0 ? 1 : 0, 0};
  if (op == Operator::Neg && a.type.kind == NumberKind::Float) return realOf(a.type, -a.real);
  if (op == Operator::Neg && a.type.kind == NumberKind::Fixed) return fixedOf(a.type, -rawOf(a));
  if (op == Operator::Invert && a.type.kind == NumberKind::Fixed) return fixedOf(a.type, ~rawOf(a));
  return std::nullopt;
}

}  // namespace stardust::scala
