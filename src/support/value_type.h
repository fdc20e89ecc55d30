// Value types of tensors.
#pragma once

#include <string>

namespace stardust {

enum class ValueType { Int32, Int64, Float32, Float64 };
std::string toString(ValueType type);  ///< "int", "long", "float", "double"
/// Parses these names and their synonyms "int32", "int64", "float32", "float64". Throws Error (user) for any other
/// word.
ValueType parseValueType(const std::string& word);

inline bool isInteger(ValueType type) { return type == ValueType::Int32 || type == ValueType::Int64; }

}  // namespace stardust
