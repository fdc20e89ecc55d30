#include "support/value_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "support/diagnostic.h"
#include "support/plural.h"

namespace stardust {
namespace {

using enum ValueType;

constexpr ValueTypeRow rows[] = {
    {Int32, "int", "int32", ValueKind::Signed, 4, 31, Int32, "i4", "int32"},
    {Int64, "long", "int64", ValueKind::Signed, 8, 63, Int64, "i8", "int64"},
    {Float32, "float", "float32", ValueKind::Float, 4, 24, Float32, "f4", "float32"},
    {Float64, "double", "float64", ValueKind::Float, 8, 53, Float64, "f8", "float64"},
    {Bool, "bool", "", ValueKind::Truth, 1, 1, Int32, "b1", "bint8"},
    {Int8, "int8", "", ValueKind::Signed, 1, 7, Int32, "i1", "int8"},
    {Int16, "int16", "", ValueKind::Signed, 2, 15, Int32, "i2", "int16"},
    {Uint8, "uint8", "", ValueKind::Unsigned, 1, 8, Int32, "u1", "uint8"},
    {Uint16, "uint16", "", ValueKind::Unsigned, 2, 16, Int32, "u2", "uint16"},
    {Uint32, "uint32", "", ValueKind::Unsigned, 4, 32, Int64, "u4", "uint32"},
    {Uint64, "uint64", "", ValueKind::Unsigned, 8, 64, Uint64, "u8", "uint64"},
    {Float16, "float16", "half", ValueKind::Float, 2, 11, Float32, "f2", nullptr},
    {Bfloat16, "bfloat16", "", ValueKind::Float, 2, 8, Float32, nullptr, nullptr},
    {Complex64, "complex64", "", ValueKind::Complex, 8, 24, Complex64, "c8", "complex[float32]"},
    {Complex128, "complex128", "complex", ValueKind::Complex, 16, 53, Complex128, "c16", "complex[float64]"},
};

constexpr bool isInOrder() {
  for (std::size_t n = 0; n < std::size(rows); ++n)
    if (rows[n].type != static_cast<ValueType>(n)) return false;
  return true;
}
static_assert(isInOrder());

std::vector<std::string> namesOf(const ValueTypeRow& row) {
  std::vector<std::string> names = {row.name};
  std::istringstream others(row.synonyms);
  for (std::string name; others >> name;) names.push_back(name);
  return names;
}

ValueType typeWith(ValueKind kind, int digits) {
  constexpr ValueType byWidth[] = {Int8, Uint8, Int16, Uint16, Int32, Uint32, Int64, Uint64, Float16, Float32, Float64};
  for (const ValueType type : byWidth)
    if (rowOf(type).kind == kind && rowOf(type).digits >= digits) return type;
  return Float64;  // as NumPy: of long and uint64
}

}  // namespace

std::span<const ValueTypeRow> valueTypes() { return rows; }

const ValueTypeRow& rowOf(ValueType type) {
  const auto at = static_cast<std::size_t>(type);
  require(at < std::size(rows), "a value type has a row");
  return rows[at];
}

std::string toString(ValueType type) { return rowOf(type).name; }

std::string valueTypeNames() {
  std::vector<std::string> all;
  for (const ValueTypeRow& row : rows) {
    const std::vector<std::string> names = namesOf(row);
    all.push_back(names.size() == 1 ? names[0] : names[0] + " or " + names[1]);
  }
  return enumerated(all, "and");
}

ValueType parseValueType(const std::string& word) {
  std::vector<std::string> all;
  for (const ValueTypeRow& row : rows)
    for (const std::string& name : namesOf(row)) {
      if (word == name) return row.type;
      all.push_back(name);
    }
  const auto meant = nearest(word, all);
  failUser(fmt::format("there is no value type '{}'", word), {}, fmt::format("values are {}", valueTypeNames()),
           meant ? fmt::format("did you mean {}?", *meant) : "write one of these");
}

ValueType promoted(ValueType a, ValueType b) {
  const ValueTypeRow *low = &rowOf(a), *high = &rowOf(b);
  if (low->kind > high->kind) std::swap(low, high);
  if (a == b || low->kind == ValueKind::Truth) return high->type;
  if (low->kind == high->kind) {
    if (low->bytes == high->bytes) return Float32;  // of the two types of 16 bits
    return low->bytes < high->bytes ? high->type : low->type;
  }
  // A complex number takes the width of its parts as NumPy does: that of the promotion of the other type with them.
  if (high->kind == ValueKind::Complex) return complexOf(promoted(low->type, realOf(high->type)));
  if (high->kind == ValueKind::Unsigned) return typeWith(ValueKind::Signed, std::max(low->digits, high->digits));
  // NumPy takes the width of an integer as that of the float: 8 bits fit in 16, 16 in 32, all wider ones in 64.
  if (low->bytes == 1) return high->type;
  return low->bytes == 2 && high->bytes <= 4 ? Float32 : Float64;
}

bool convertsTo(ValueType from, ValueType to) {
  const ValueKind given = rowOf(from).kind, wanted = rowOf(to).kind;
  if (given >= ValueKind::Float) return wanted >= given;
  return given == ValueKind::Truth || wanted != ValueKind::Truth;
}

ValueType realOf(ValueType type) { return type == Complex64 ? Float32 : type == Complex128 ? Float64 : type; }

ValueType complexOf(ValueType type) {
  require(!isInteger(type), "a part of a complex number is a floating-point number");
  return realOf(type) == Float64 ? Complex128 : Complex64;
}

ValueType expressionType(ValueType result, std::span<const ValueType> operands) {
  ValueType type = result;
  if (result == Bool)
    for (const ValueType operand : operands) type = promoted(type, operand);
  if (!isInteger(type) && std::any_of(operands.begin(), operands.end(), isComplex)) type = complexOf(type);
  return isHalf(type) ? Float32 : type;
}

}  // namespace stardust
