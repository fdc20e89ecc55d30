// Values of operators for each type: integers wrap, floating point is computed in double.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "operators/composed.h"

namespace stardust::operators {

/// The number of an integer type that a value modulo 2^64 represents. Any number but 0 is true.
inline Whole wrapped(ValueType type, std::uint64_t value) {
  switch (type) {
    case ValueType::Bool: return value != 0;
    case ValueType::Int8: return static_cast<std::int8_t>(value);
    case ValueType::Int16: return static_cast<std::int16_t>(value);
    case ValueType::Int32: return static_cast<std::int32_t>(value);
    case ValueType::Uint8: return static_cast<std::uint8_t>(value);
    case ValueType::Uint16: return static_cast<std::uint16_t>(value);
    case ValueType::Uint32: return static_cast<std::uint32_t>(value);
    case ValueType::Uint64: return value;
    default: return static_cast<std::int64_t>(value);
  }
}

inline bool isZero(const Constant& constant) { return constant.kind == Constant::Kind::Number && constant.number == 0; }

Whole integerOf(const Constant& constant, ValueType type);
double realOf(const Constant& constant);
/// T is double, a complex number of doubles, or std::uint64_t, whose sums and products agree modulo its range with
/// those of all narrower integers.
template <class T>
T valueOf(const Constant& constant, ValueType type) {
  if constexpr (std::is_same_v<T, Complex>) return realOf(constant);
  else return isInteger(type) ? static_cast<T>(integerOf(constant, type)) : static_cast<T>(realOf(constant));
}

/// Whether the operator is defined for this value type.
bool takes(const Operator& op, ValueType type);
/// Whether the result is a real number, given whether all operands are.
inline bool givesReal(const Operator& op, bool areReal) { return areReal || op.givesReal || op.givesTruth; }

/// Throws Error (user) where the integer operation is undefined, such as division by 0.
std::uint64_t integerOf(const Operator& op, ValueType type, const std::uint64_t* operands);
/// `areReal`: complex numbers without imaginary parts in place of real numbers, which have the operator of real ones.
template <class T>
T valueOf(const Operator& op, ValueType type, const T* operands, bool areReal = false);
Complex complexOf(const Operator& op, const Complex* operands, bool areReal);
template <class T>
T valueOf(const Composed& composed, ValueType type, const T* operands) {
  const auto constantOf = [](double number) {
    if constexpr (!std::is_integral_v<T>) return T{number};
    else return static_cast<T>(static_cast<std::int64_t>(number));
  };
  return resultOf(composed, std::vector<T>{operands[0], operands[1]}, constantOf,
                  [&](Op op, const std::vector<T>& of) { return valueOf<T>(*op, type, of.data()); });
}
template <class T>
T valueOf(const Operator& op, ValueType type, const T* operands, bool areReal) {
  if constexpr (!std::is_same_v<T, Complex>)
    if (op.composed) return valueOf<T>(*op.composed, type, operands);
  if constexpr (std::is_same_v<T, Complex>) return complexOf(op, operands, areReal);
  else if constexpr (std::is_floating_point_v<T>) return op.real(operands);
  else return integerOf(op, type, operands);
}

}  // namespace stardust::operators
