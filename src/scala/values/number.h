// Numbers of any width: those of Scala, and of the types that an embedded language adds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stardust::scala {

/// FixPt[sign, integer, fraction], FltPt[integer, fraction] (mantissa with its hidden bit, exponent) or Bit.
struct NumberType {
  enum class Kind : std::uint8_t { Fixed, Float, Bit };
  Kind kind = Kind::Fixed;
  bool isSigned = true;
  /// A number of Scala itself, such as a literal: it takes the type of the other operand.
  bool isUnstaged = false;
  int integer = 32, fraction = 0;
  bool isCharacter = false;  ///< a Char of Scala; arithmetic yields an Int

  bool operator==(const NumberType& o) const {
    return kind == o.kind && isSigned == o.isSigned && integer == o.integer && fraction == o.fraction;
  }
  int bits() const { return kind == Kind::Bit ? 1 : integer + fraction; }
};
inline constexpr NumberType int32{};
inline constexpr NumberType uint32{NumberType::Kind::Fixed, false};
inline constexpr NumberType float32{NumberType::Kind::Float, true, false, 24, 8};
inline constexpr NumberType float64{NumberType::Kind::Float, true, false, 53, 11};
inline constexpr NumberType bit{NumberType::Kind::Bit, false, false, 1, 0};
inline constexpr NumberType unstagedInt{NumberType::Kind::Fixed, true, true};
inline constexpr NumberType unstagedLong{NumberType::Kind::Fixed, true, true, 64, 0};
inline constexpr NumberType unstagedFloat{NumberType::Kind::Float, true, true, 24, 8};
inline constexpr NumberType unstagedDouble{NumberType::Kind::Float, true, true, 53, 11};
inline constexpr NumberType character{NumberType::Kind::Fixed, false, true, 16, 0, true};
inline constexpr NumberType unstagedBit{NumberType::Kind::Bit, false, true, 1, 0};

std::string toString(const NumberType& type);
/// An integer of more than 32 bits.
inline bool isWide(const NumberType& type) {
  return type.kind == NumberType::Kind::Fixed && type.fraction == 0 && type.integer > 32;
}
inline bool isNarrow(const NumberType& type) {
  return type.kind == NumberType::Kind::Fixed && type.fraction == 0 && type.integer < 32;
}

struct Number {
  NumberType type;
  std::int64_t fixed = 0;  ///< Fixed: the value times 2^fraction; Bit: 0 or 1
  double real = 0;         ///< Float

  double value() const;
  /// `fixed` as a word of its type: unsigned 64-bit numbers from 2^63 on are stored as negative.
  bool isBeyond63() const { return fixed < 0 && !type.isSigned; }
  bool isTrue() const { return fixed != 0; }
};
Number makeNumber(const NumberType& type, std::int64_t value);
Number makeNumber(const NumberType& type, double value);
inline Number makeBit(bool value) { return {bit, value ? 1 : 0, 0}; }

/// Fixed point rounds down (truncates the fraction) and wraps; Float rounds to nearest.
Number convert(const Number& number, const NumberType& type);
std::string toString(const Number& number);
/// a - b|, exact for integers up to the precision of a double.
double distance(const Number& a, const Number& b);
/// The same bits as a number of another type.
Number reinterpret(const Number& number, const NumberType& type);
/// Parses an integer or number: "-3", "1e6"; none for any other text.
std::optional<Number> parsed(const std::string& text, const NumberType& type);

enum class Operator : std::int8_t {
  None = -1,
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  UnsignedShr,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  Power,
  Neg,
  Not,
  Invert
};
/// The operator named "+", "unary_-" and so on; None for other names.
Operator operatorOf(const std::string& name);

/// The type in which an operator computes for these operand types; none if they must be converted first.
std::optional<NumberType> commonType(const NumberType& a, const NumberType& b);
/// Both operands have one type (a shift distance may have any). None for a division by zero, or if the type lacks the
/// operator.
std::optional<Number> apply(Operator op, const Number& a, const Number& b);
std::optional<Number> apply(Operator op, const Number& a);

}  // namespace stardust::scala
