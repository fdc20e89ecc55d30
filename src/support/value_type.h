// Value types of tensors: one row of a table for each, which all rooms ask.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace stardust {

/// In the order of the table, of tensor/storage.h's variants, and of stardust_type in the C ABI.
enum class ValueType {
  Int32,
  Int64,
  Float32,
  Float64,
  Bool,
  Int8,
  Int16,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Float16,
  Bfloat16,
  Complex64,
  Complex128
};

enum class ValueKind { Truth, Signed, Unsigned, Float, Complex };

struct ValueTypeRow {
  ValueType type;
  const char* name;      ///< canonical, in texts of users and in messages: "int"
  const char* synonyms;  ///< other names, separated by blanks
  ValueKind kind;
  std::size_t bytes;
  int digits;             ///< binary digits of the magnitude of a whole number, or of a significand
  ValueType computed;     ///< the type of the operations: narrow values are widened for them, and results are narrowed
  const char* numpy;      ///< dtype without the byte order: "i4"; null: NumPy has none
  const char* binsparse;  ///< type of an array; null: binsparse has none
};
std::span<const ValueTypeRow> valueTypes();
const ValueTypeRow& rowOf(ValueType type);

std::string toString(ValueType type);  ///< the canonical name
/// Parses a name or a synonym. Throws Error (user) for any other word.
ValueType parseValueType(const std::string& word);
/// "bool, int8, …": all names and their synonyms.
std::string valueTypeNames();

/// Whole numbers and truth values: computations are exact, up to their wrapping.
inline bool isInteger(ValueType type) { return rowOf(type).kind < ValueKind::Float; }
/// Two floating-point numbers: the real and the imaginary part.
inline bool isComplex(ValueType type) { return rowOf(type).kind == ValueKind::Complex; }
/// Floating-point types of 16 bits, whose values are computed in float.
inline bool isHalf(ValueType type) { return !isInteger(type) && rowOf(type).bytes == 2; }
/// Whether integers of the type are computed in a wider type, and wrapped afterwards.
inline bool isNarrow(ValueType type) { return isInteger(type) && rowOf(type).computed != type; }

/// The type of NumPy's promotion: the least type that holds the values of both.
ValueType promoted(ValueType a, ValueType b);
/// Whether values of `from` become values of `to` without loss of their kind: a complex number is no real one, a float
/// is no integer, and a number is no truth value.
bool convertsTo(ValueType from, ValueType to);
/// The type of the parts of a complex number; any other type is itself.
ValueType realOf(ValueType type);
/// The complex type with parts of the width of the floating-point type: complex64 of float, and of 16 bits.
ValueType complexOf(ValueType type);

/// The type in which an expression is computed whose result has type `result`, and whose operands have these types:
/// that of the result. Values of 16-bit floating-point types are computed in float. A result of truth values is
/// computed in the common type of its operands, as x(i) > 0.5, and one of floating-point numbers in the complex type of
/// their width if an operand is complex, as abs(z(i)).
ValueType expressionType(ValueType result, std::span<const ValueType> operands);

}  // namespace stardust
