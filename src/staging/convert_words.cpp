// Conversions of numbers, texts, arrays and words to a type.
#include <fmt/format.h>

#include <cmath>

#include "staging/words.h"

namespace stardust::staging {

using spatial::UnaryOp;

Value Words::converted(const Value& value, const NumberType& type, const Location& where) {
  if (const auto* n = value.get<Number>()) return convert(*n, type);
  if (const auto* items = value.object<Collection>()) {
    Values list;
    for (const auto& item : items->items) list.push_back(converted(item, type, where));
    return collection(std::move(list), items->dims);
  }
  if (const auto* t = value.object<const std::string>()) {
    if (const auto number = parsed(*t, type)) return *number;
    if (*t == "true" || *t == "false") return convert(makeBit(*t == "true"), type);
    failUser(fmt::format("\"{}\" is not a number", *t), where);
  }
  const auto whole = valueOf(value);
  if (const auto wide = halvesOf(whole)) return fromHalves(*wide, type, where);
  const auto operand = stagedOf(value);
  if (!operand) failUser(fmt::format("{} is not a number", describe(value)), where);
  return convertedWord(*operand, type, where);
}

Value Words::convertedWord(const Staged& value, const NumberType& type, const Location& where) {
  if (value.type == type) return value;
  if (isWide(type)) return toHalves(value, type, where);
  if (value.type.kind == NumberType::Kind::Bit) {
    return mux(value, makeNumber(type, std::int64_t{1}), makeNumber(type, std::int64_t{0}), where);
  }
  if (type.kind == NumberType::Kind::Bit)
    return binary(Operator::Ne, value, makeNumber(value.type, std::int64_t{0}), where);
  const auto from = *wordType(value.type), to = *wordType(type);
  auto operand = exact(value, where);
  // Fixed point rounds down, floating point toward zero.
  const bool roundsDown =
      from == spatial::Type::Float && to != spatial::Type::Float && value.type.kind == NumberType::Kind::Fixed;
  if (roundsDown) operand = wordUnary(UnaryOp::Floor, operand, value.type, where);
  if (from != to) {
    const auto op = to == spatial::Type::Float ? UnaryOp::ToFloat
                    : to == spatial::Type::Int ? UnaryOp::ToInt
                                               : UnaryOp::ToU32;
    operand = wordUnary(op, operand, type, where);
  }
  operand.type = type;
  operand.isExact = !isNarrow(type) || (isNarrow(value.type) && value.type.isSigned == type.isSigned &&
                                        value.type.integer <= type.integer);
  return operand;
}

}  // namespace stardust::staging
