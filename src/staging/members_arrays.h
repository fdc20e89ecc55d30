// What the members of arrays and lists are made of, in members_arrays.cpp and members_array_functions.cpp.
#pragma once

#include "staging/library.h"

namespace stardust::staging {

/// map, filter, fold, forall, sum and their like (members_array_functions.cpp).
void addArrayFunctions(std::map<std::string, ArrayMember>& t);

bool isTrueOf(Evaluator& e, const Value& value, const Location& where);
/// The elements of lists and options, one behind the other; what is neither stays an element.
Value flattened(const Values& parts);
/// The elements from one index up to another, as far as there are any.
Value elementsBetween(const Collection& a, std::int64_t from, std::int64_t to);
/// The first or the last; throws Error (user) for an empty array.
Value endElement(const Collection& a, bool isFirst, const Location& where);
std::int64_t elementCount(const Collection& a);

}  // namespace stardust::staging
