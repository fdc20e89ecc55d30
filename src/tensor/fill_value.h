// The value of absent entries in the type of a tensor.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "tensor/storage.h"

namespace stardust {

/// A fill as a value of an element type. Infinity is the largest integer, and minus infinity the least.
template <class T>
T fillAs(double fill) {
  if constexpr (isReal<T> || isComplexElement<T> || std::is_same_v<T, Truth>) return numberAs<T>(fill);
  else if (std::isinf(fill)) return fill > 0 ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min();
  else return static_cast<T>(fill);
}

/// One element of the type.
inline Values fillValue(ValueType type, double fill) {
  Values one = makeValues(type, 1);
  std::visit([&](auto& values) { values[0] = fillAs<typename std::decay_t<decltype(values)>::value_type>(fill); }, one);
  return one;
}

}  // namespace stardust
