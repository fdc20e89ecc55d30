#include "scala/values/operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/plural.h"

namespace stardust::scala {
namespace {

constexpr std::size_t mostCharacters = 1'000'000;

const std::map<std::string, double (*)(double)>& realFunctions() {
  static const std::map<std::string, double (*)(double)> table = {
      {"sqrt", [](double x) { return std::sqrt(x); }},         {"exp", [](double x) { return std::exp(x); }},
      {"log", [](double x) { return std::log(x); }},           {"log10", [](double x) { return std::log10(x); }},
      {"floor", [](double x) { return std::floor(x); }},       {"ceil", [](double x) { return std::ceil(x); }},
      {"round", [](double x) { return std::floor(x + 0.5); }}, {"sin", [](double x) { return std::sin(x); }},
      {"cos", [](double x) { return std::cos(x); }},           {"tan", [](double x) { return std::tan(x); }},
      {"asin", [](double x) { return std::asin(x); }},         {"acos", [](double x) { return std::acos(x); }},
      {"atan", [](double x) { return std::atan(x); }},         {"sinh", [](double x) { return std::sinh(x); }},
      {"cosh", [](double x) { return std::cosh(x); }},         {"tanh", [](double x) { return std::tanh(x); }}};
  return table;
}

}  // namespace

void failTypes(const NumberType& a, const NumberType& b, const Location& where) {
  failUser(fmt::format("the operands have the types {} and {}", toString(a), toString(b)), where,
           "both operands of an operator have one type", fmt::format("convert one with .to[{}]", toString(a)));
}

void requireOperands(const std::string& function, const Values& operands, const Location& where) {
  const bool hasTwo = function == "min" || function == "max" || function == "pow";
  if (operands.size() != (hasTwo ? 2 : 1))
    failUser(fmt::format("{} has {}", function, hasTwo ? "two operands" : "one operand"), where);
}

// ---------------------------------------------------------------- numbers

Number Operators::number(const Value& value, std::string_view what, const Location& where) {
  if (const auto* n = value.get<Number>()) return *n;
  failUser(fmt::format("{} is {}, not a number", what, describe(value)), where);
}

std::int64_t Operators::integer(const Value& value, std::string_view what, const Location& where) {
  const auto n = number(value, what, where);
  const double exact = n.value();
  if (exact != std::floor(exact) || std::abs(exact) > 0x1p62)
    failUser(fmt::format("{} is not an integer", what), where);
  return static_cast<std::int64_t>(exact);
}

Value Operators::binaryOfNumbers(Operator op, const Number& given, const Number& other, const Location& where) {
  const auto promoted = [](const Number& n) { return n.type.isCharacter ? convert(n, unstagedInt) : n; };
  const auto x = promoted(given), y = promoted(other);
  if (isShift(op) || op == Operator::Power) {
    if (const auto result = apply(op, x, y)) return *result;
  }
  const bool compares = op == Operator::Eq || op == Operator::Ne;
  const auto isBitOf = [](const Number& n) {
    return n.type.isUnstaged && n.type == int32 && (n.fixed == 0 || n.fixed == 1);
  };
  if (compares && x.type.kind == NumberType::Kind::Bit && isBitOf(y))
    return binaryOfNumbers(op, x, makeBit(y.isTrue()), where);  // bit == 1
  if (compares && y.type.kind == NumberType::Kind::Bit && isBitOf(x))
    return binaryOfNumbers(op, makeBit(x.isTrue()), y, where);
  const auto type = commonType(x.type, y.type);
  if (!type) failTypes(x.type, y.type, where);
  const auto left = x.type == *type ? x : convert(x, *type);
  auto result = apply(op, left, y.type == *type ? y : convert(y, *type));
  if (!result) failUser("division by zero, or an operator that numbers of this type lack", where);
  // Integer arithmetic in Scala stays Int, although it is computed with more bits.
  if (result->type.isUnstaged && x.type == int32 && y.type == int32) result = convert(*result, unstagedInt);
  return *result;
}

Value Operators::unary(Operator op, const Value& a, const Location& where) {
  const auto* n = a.get<Number>();
  if (!n) failUser(fmt::format("{} is not a number", describe(a)), where);
  if (const auto result = apply(op, n->type.isCharacter ? convert(*n, unstagedInt) : *n)) return *result;
  failUser(fmt::format("{} has no such operator", toString(n->type)), where);
}

// ---------------------------------------------------------------- other values

/// "ab" * 3
Value Operators::repeated(const std::string& part, const Value& count, const Location& where) {
  const auto n = integer(count, "how often the text is repeated", where);
  if (n <= 0 || part.empty()) return text("");
  if (part.size() > mostCharacters / static_cast<std::size_t>(n))
    failUnsupported("a text has more than a million characters", where);
  std::string all;
  for (std::int64_t i = 0; i < n; ++i) all += part;
  return text(std::move(all));
}

/// Applies the operator field by field; comparisons compare all fields.
Value Operators::binaryOfRecords(Operator op, const Record& a, const Record& b, const Location& where) {
  const bool compares = op == Operator::Eq || op == Operator::Ne;
  if (compares && !a.className.empty() && !b.className.empty() && a.className != b.className)
    return makeBit(op == Operator::Ne);
  if (a.items.size() != b.items.size()) failUser("the operands have different numbers of fields", where);
  Values parts;
  for (std::size_t i = 0; i < a.items.size(); ++i) parts.push_back(binary(op, a.items[i], b.items[i], where));
  if (!compares) return std::make_shared<const Record>(Record{std::move(parts), a.names, a.className});
  Value all = makeBit(op == Operator::Eq);
  for (const auto& part : parts) all = binary(op == Operator::Eq ? Operator::And : Operator::Or, all, part, where);
  return all;
}

Value Operators::binary(Operator op, const Value& a, const Value& b, const Location& where) {
  const auto *x = a.get<Number>(), *y = b.get<Number>();
  if (x && y) return binaryOfNumbers(op, *x, *y, where);
  const auto *p = a.object<const Record>(), *q = b.object<const Record>();
  if (p && q) return binaryOfRecords(op, *p, *q, where);
  if (op == Operator::Add && (a.object<const std::string>() || b.object<const std::string>())) {
    auto joined = toString(a) + toString(b);
    if (joined.size() > mostCharacters) failUnsupported("a text has more than a million characters", where);
    return text(std::move(joined));
  }
  if (op == Operator::Mul && a.object<const std::string>() && y) return repeated(toString(a), b, where);
  return binaryOfOthers(op, a, b, where);
}

Value Operators::converted(const Value& value, const NumberType& type, const Location& where) {
  if (const auto* n = value.get<Number>()) return convert(*n, type);
  if (const auto* items = value.object<Collection>()) {
    Values list;
    for (const auto& item : items->items) list.push_back(converted(item, type, where));
    return collection(std::move(list), items->dims);
  }
  const auto* t = value.object<const std::string>();
  if (!t) failUser(fmt::format("{} is not a number", describe(value)), where);
  if (const auto number = parsed(*t, type)) return *number;
  if (*t == "true" || *t == "false") return convert(makeBit(*t == "true"), type);
  failUser(fmt::format("\"{}\" is not a number", *t), where);
}

Value Operators::math(const std::string& name, const Values& v, const Location& where) {
  requireOperands(name, v, where);
  if (name == "pow") return binary(Operator::Power, v[0], v[1], where);
  if (name == "min" || name == "max") {
    const auto x = number(v[0], "the first operand", where), y = number(v[1], "the second operand", where);
    const auto op = name == "min" ? Operator::Lt : Operator::Gt;
    const bool isFirst = number(binary(op, x, y, where), "", where).isTrue();
    return converted(isFirst ? x : y, commonType(x.type, y.type).value_or(int32), where);
  }
  const auto n = number(v[0], "the operand", where);
  if (name == "abs") {
    const auto negative = apply(Operator::Neg, n);
    return n.value() < 0 && negative ? *negative : n;
  }
  auto type = n.type;
  if (type.isUnstaged) type = unstagedDouble;
  return makeNumber(type, realFunctions().at(name)(n.value()));
}

Values Operators::bound(Values elements, const Location& where) {
  for (Value& element : elements) element = bound(element, "element", where);
  return elements;
}

std::size_t Operators::elementOf(const Collection& array, const Values& indices, const Location& where) {
  if (indices.size() != array.dims.size())
    failUser(
        fmt::format("{} for {}", counted(indices.size(), "index", "indices"), counted(array.dims.size(), "dimension")),
        where);
  std::int64_t index = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto at = integer(indices[i], "an index", where);
    if (at < 0 || at >= array.dims[i])
      failUser(fmt::format("index {} is outside an array of {}", at, array.dims[i]), where);
    index = index * array.dims[i] + at;
  }
  return static_cast<std::size_t>(index);
}

}  // namespace stardust::scala
