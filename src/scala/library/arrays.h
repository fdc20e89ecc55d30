// Building blocks of the members of arrays and lists, in arrays.cpp and array_functions.cpp.
#pragma once

#include "scala/library/library.h"

namespace stardust::scala {

bool isTrueOf(Evaluator& e, const Value& value, const Location& where);
/// Concatenates lists and options; other values stay elements.
Value flattened(const Values& parts);
/// The elements between two indices, clipped to the array.
Value elementsBetween(const Collection& a, std::int64_t from, std::int64_t to);
/// The first or last element; throws Error (user) for an empty array.
Value endElement(const Collection& a, bool isFirst, const Location& where);
std::int64_t elementCount(const Collection& a);

}  // namespace stardust::scala
