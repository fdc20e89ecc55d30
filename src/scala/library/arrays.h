// What the members of arrays and lists are made of, in arrays.cpp and array_functions.cpp.
#pragma once

#include "scala/library/library.h"

namespace stardust::scala {

bool isTrueOf(Evaluator& e, const Value& value, const Location& where);
/// The elements of lists and options, one behind the other; what is neither stays an element.
Value flattened(const Values& parts);
/// The elements from one index up to another, as far as there are any.
Value elementsBetween(const Collection& a, std::int64_t from, std::int64_t to);
/// The first or the last; throws Error (user) for an empty array.
Value endElement(const Collection& a, bool isFirst, const Location& where);
std::int64_t elementCount(const Collection& a);

}  // namespace stardust::scala
