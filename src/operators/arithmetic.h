// Values of operators for each type: integers wrap, floating point is computed in double.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "operators/operator.h"

namespace stardust::operators {

/// The signed number that a wrapped value of an integer type represents.
inline std::int64_t wrapped(ValueType type, std::uint64_t value) {
  return type == ValueType::Int32 ? std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(value))}
                                  : static_cast<std::int64_t>(value);
}

inline bool isZero(const Constant& constant) { return constant.kind == Constant::Kind::Number && constant.number == 0; }

std::int64_t integerOf(const Constant& constant, ValueType type);
double realOf(const Constant& constant);
/// T is double, or std::uint64_t, whose sums and products agree modulo its range with those of all narrower integers.
template <class T>
T valueOf(const Constant& constant, ValueType type) {
  if constexpr (std::is_floating_point_v<T>) return realOf(constant);
  else return static_cast<T>(integerOf(constant, type));
}

/// Whether the operator is defined for this value type.
inline bool takes(const Operator& op, ValueType type) {
  return isInteger(type) ? op.integer != nullptr : !op.ofIntegersOnly;
}

/// Throws Error (user) where the integer operation is undefined, such as division by 0.
std::uint64_t integerOf(const Operator& op, ValueType type, const std::uint64_t* operands);
template <class T>
T valueOf(const Operator& op, ValueType type, const T* operands) {
  if constexpr (std::is_floating_point_v<T>) return op.real(operands);
  else return integerOf(op, type, operands);
}

}  // namespace stardust::operators
