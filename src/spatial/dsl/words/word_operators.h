// Operators on words of the accelerator; internal to the room.
//   words.cpp  operators    convert_words.cpp  conversions    math.cpp  sqrt, exp, min …    wide.cpp  two-word integers
#pragma once

#include <optional>
#include <string>

#include "scala/values/operators.h"
#include "spatial/dsl/stage.h"
#include "spatial/dsl/values.h"

namespace stardust::dsl {

/// Throws Error: user if operand types do not match, unsupported if no word represents a value.
class WordOperators final : public Operators {
 public:
  explicit WordOperators(Stage& stage) : stage_(stage) {}

  // Operands of the host or the accelerator
  Value unary(Operator op, const Value& a, const Location& where) override;
  Value binary(Operator op, const Value& a, const Value& b, const Location& where) override;
  Value mux(const Value& condition, const Value& a, const Value& b, const Location& where);
  /// sqrt, exp, tanh, min …, with one or two operands.
  Value math(const std::string& name, const Values& arguments, const Location& where) override;
  Value converted(const Value& value, const NumberType& type, const Location& where) override;
  /// Throws Error (user) if the result depends on the accelerator's data.
  bool isSame(const Value& a, const Value& b, const Location& where) override;
  Number number(const Value& value, std::string_view what, const Location& where) override;
  std::int64_t size(const Value& value, std::string_view what, const Location& where) override;
  /// Gives a name to a value that is more than a name, so that it is computed once, and memories are read where the
  /// source reads them.
  Value bound(const Value& value, const std::string& hint, const Location& where) override;
  using Operators::bound;
  /// The same bits as another type; in a list of Bits, the first is the lowest.
  Value reinterpreted(const Value& value, const NumberType& type, const Location& where);
  /// The first field has the highest bits.
  Value asStruct(const Value& value, const DataType& type, const Location& where);
  /// Bits `low` to `high`, or all bits, as an unsigned number. The first element of a vector is the lowest.
  Value bitsOf(const Value& value, std::int64_t high, std::int64_t low, const Location& where);
  Value bitsOf(const Value& value, const Location& where);
  /// The concatenation of several values; the first is the highest.
  Value joined(const Values& parts, const Location& where);
  Value bitOf(const Value& value, const Value& place, const Location& where);

  // Values of the accelerator
  /// Whether the value is an operand of the accelerator.
  bool stagedOperand(const Value& value) { return !value.get<Number>() && stagedOf(value); }
  /// The value of an ArgIn, Reg or number as an operand; none for other values.
  std::optional<Staged> stagedOf(const Value& value);
  Staged staged(const Value& value, const NumberType& type, std::string_view what, const Location& where);
  Staged stagedIndex(const Value& value, const Location& where) { return staged(value, int32, "an index", where); }
  /// As `bound`, for a value of this type that must not change when memories change.
  Value named(const Value& value, const DataType& type, const std::string& hint, const Location& where);
  /// A Reg or argument as its value, a struct of them as its parts. Other values stay the same.
  static Value valueOf(const Value& value);
  /// The words that a memory of this type stores for a value: the fields of a struct or tuple, or the words of an
  /// integer.
  Values partsOf(const Value& value, const DataType& type, std::string_view what, const Location& where);
  static Staged literal(const Number& number, const Location& where);

  // Two-word integers (wide.cpp)
  struct Halves {
    Value low, high;  ///< low: U32; high: Int if the type is signed, else U32
    NumberType type{NumberType::Kind::Fixed, false, false, 64, 0};
  };
  static std::optional<Halves> halvesOf(const Value& value);

 private:
  Value wide(const Value& low, const Value& high, const NumberType& type, const Location& where);
  Value toHalves(const Staged& value, const NumberType& type, const Location& where);
  Value fromHalves(const Halves& a, const NumberType& type, const Location& where);
  Halves halves(const Value& value, const NumberType& type, const Location& where);
  Value wideBinary(Operator op, const Value& x, const Value& y, const Location& where);
  Value hostScalar(const Value& value);
  std::pair<Staged, Staged> operands(const Value& a, const Value& b, const Location& where);
  static Staged exact(const Staged& a, const Location& where);
  Staged wordUnary(spatial::UnaryOp op, const Staged& a, const NumberType& result, const Location& where);
  Value wordBinary(Operator op, Staged l, Staged r, const Location& where);
  Value remainderOfReals(const Staged& a, const Staged& b, const Location& where);
  Value shiftOf(Operator op, const Staged& a, const Staged& amount, const Location& where);
  Value powerOf(const Value& base, int exponent, const Location& where);
  Value ofHost(const std::string& name, const Number& n, const Location& where);
  Value minMax(const std::string& name, const Values& operands, const Location& where);
  Value functionOf(const std::string& name, const Staged& x, const Location& where);
  Value convertedWord(const Staged& value, const NumberType& type, const Location& where);

  Stage& stage_;
};

[[noreturn]] void failNoWord(const NumberType& type, const Location& where);
/// The number in an argument, or in word `at` of a DRAM; and the reverse.
Number numberIn(const Memory& memory, std::size_t at = 0);
void putNumber(Memory& memory, const Number& number, std::size_t at = 0);
/// Replaces an argument by the number to which the host has set it, for use in a size.
Value hostValue(const Value& value);

/// Whether a value, or a field of a struct, dequeues an element wherever it is used.
bool hasDeq(const Value& value);

}  // namespace stardust::dsl
