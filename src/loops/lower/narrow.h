// Results of narrow types. The lowering computes them in a type of arithmetic; their elements are narrowed when they
// are stored.
#pragma once

#include <string>

#include "loops/build.h"

namespace stardust::loops {

/// The element of an array of this type: a wrapped integer, a rounded float, or whether the value is not 0.
Expr narrowed(const Expr& value, ValueType type);
/// An element, or a truth value, as a number of this type.
Expr widened(const Expr& element, Type type);

/// The function with a result of elements of this type. Its values are narrowed where they are stored; if the function
/// also reads or updates them, it computes them in an array of its own, and narrows all at the end.
Function withNarrowResult(const Function& function, const std::string& tensor, ValueType type);

}  // namespace stardust::loops
