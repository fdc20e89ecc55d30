#include "support/value_type.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "support/diagnostic.h"

namespace stardust {
namespace {

const std::vector<std::pair<const char*, ValueType>>& typeNames() {
  static const std::vector<std::pair<const char*, ValueType>> names = {
      {"int", ValueType::Int32},      {"int32", ValueType::Int32},    {"long", ValueType::Int64},
      {"int64", ValueType::Int64},    {"float", ValueType::Float32},  {"float32", ValueType::Float32},
      {"double", ValueType::Float64}, {"float64", ValueType::Float64}};
  return names;
}

}  // namespace

std::string toString(ValueType type) {
  for (const auto& [name, named] : typeNames())
    if (named == type) return name;  // the first name is the canonical one
  failInternal("toString: not a value type");
}

ValueType parseValueType(const std::string& word) {
  std::vector<std::string> names;
  for (const auto& [name, type] : typeNames()) {
    if (word == name) return type;
    names.emplace_back(name);
  }
  const auto meant = nearest(word, names);
  failUser(fmt::format("there is no value type '{}'", word), {},
           "values are int or int32, long or int64, float or float32, double or float64; there are no other sizes, and "
           "neither unsigned, boolean nor complex values",
           meant ? fmt::format("did you mean {}?", *meant) : "write one of these");
}

}  // namespace stardust
