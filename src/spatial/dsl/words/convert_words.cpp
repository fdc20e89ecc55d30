// Conversions of numbers, strings, arrays and words to a type.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spatial/dsl/words/word_operators.h"
#include "support/plural.h"

namespace stardust::dsl {

using spatial::UnaryOp;

Value WordOperators::converted(const Value& value, const NumberType& type, const Location& where) {
  if (value.get<Number>() || value.object<Collection>() || value.object<const std::string>())
    return Operators::converted(value, type, where);
  const auto whole = valueOf(value);
  if (const auto wide = halvesOf(whole)) return fromHalves(*wide, type, where);
  const auto operand = stagedOf(value);
  if (!operand) failUser(fmt::format("{} is not a number", describe(value)), where);
  return convertedWord(*operand, type, where);
}

Value WordOperators::convertedWord(const Staged& value, const NumberType& type, const Location& where) {
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

// ---------------------------------------------------------------- bits

Value WordOperators::bitOf(const Value& value, const Value& place, const Location& where) {
  const auto shifted = binary(Operator::Shr, value, place, where);
  const auto one = makeNumber(unstagedInt, std::int64_t{1}), none = makeNumber(unstagedInt, std::int64_t{0});
  return binary(Operator::Ne, binary(Operator::And, shifted, one, where), none, where);
}

Value WordOperators::bitsOf(const Value& value, std::int64_t high, std::int64_t low, const Location& where) {
  if (low > high) std::swap(low, high);
  if (low < 0 || high > 63) failUser("these are not positions of bits", where);
  const auto shifted = low == 0 ? value : binary(Operator::Shr, value, makeNumber(int32, low), where);
  return converted(shifted, {NumberType::Kind::Fixed, false, false, static_cast<int>(high - low) + 1, 0}, where);
}

namespace {

int bitsIn(const DataType& type, const Location& where) {
  if (type.kind == DataType::Kind::Other) failUnsupported(fmt::format("a {} has no bits", type.name), where);
  int bits = type.kind == DataType::Kind::Number ? type.number.bits() : 0;
  for (const auto& part : type.parts) bits += bitsIn(part, where);
  return bits;
}

}  // namespace

Value WordOperators::asStruct(const Value& value, const DataType& type, const Location& where) {
  const auto bits = bitsOf(value, where);
  const int all = bitsIn(type, where), given = numberTypeOf(bits)->bits();
  if (all != given)
    failUser(fmt::format("{} {} not the {} of a {}", counted(given, "bit"), plural(given, "is", "are"), all, type.name),
             where);
  Values parts;
  int high = all;
  for (const auto& part : type.parts) {
    const auto low = high - bitsIn(part, where);
    const auto own = bitsOf(bits, high - 1, low, where);
    parts.push_back(part.kind == DataType::Kind::Struct ? asStruct(own, part, where)
                                                        : reinterpreted(own, part.number, where));
    high = low;
  }
  return recordOf(type, std::move(parts));
}

Value WordOperators::bitsOf(const Value& value, const Location& where) {
  if (const auto* items = value.object<Collection>())
    return joined(Values(items->items.rbegin(), items->items.rend()), where);
  const auto type = numberTypeOf(value);
  const auto* record = value.object<const Record>();
  if (!type && record) return joined(record->items, where);
  if (!type) failUser(fmt::format("{} is not a number", describe(value)), where);
  return reinterpreted(value, {NumberType::Kind::Fixed, false, false, type->bits(), 0}, where);
}

Value WordOperators::joined(const Values& parts, const Location& where) {
  Values all;
  NumberType whole{NumberType::Kind::Fixed, false, false, 0, 0};
  for (const auto& part : parts) {
    all.push_back(bitsOf(part, where));
    whole.integer += numberTypeOf(all.back())->bits();
    if (whole.integer > 64) failUnsupported("more than 64 bits are joined here", where);
  }
  if (all.empty()) failUser("there are no bits to join", where);
  auto result = converted(all.front(), whole, where);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const auto moved =
        binary(Operator::Shl, result, makeNumber(int32, std::int64_t{numberTypeOf(all[i])->bits()}), where);
    result = binary(Operator::Or, moved, converted(all[i], whole, where), where);
  }
  return result;
}

Value WordOperators::reinterpreted(const Value& given, const NumberType& type, const Location& where) {
  const auto value = hostScalar(given);
  if (const auto* n = value.get<Number>())
    return reinterpret(
        n->type.isUnstaged ? convert(*n, n->type.kind == NumberType::Kind::Float ? float32 : n->type) : *n, type);
  if (const auto* bits = value.object<Collection>()) {
    const NumberType whole{NumberType::Kind::Fixed, false, false,
                           static_cast<int>(std::clamp<std::size_t>(bits->items.size(), 1, 64)), 0};
    const auto isBit = [](const Value& v) { return numberTypeOf(v) && numberTypeOf(v)->kind == NumberType::Kind::Bit; };
    if (bits->items.size() > 64 || !std::all_of(bits->items.begin(), bits->items.end(), isBit))
      return converted(value, type, where);
    Value number = makeNumber(whole, std::int64_t{0});
    for (std::size_t i = 0; i < bits->items.size(); ++i) {
      const auto place =
          mux(bits->items[i], makeNumber(whole, std::int64_t{1} << i), makeNumber(whole, std::int64_t{0}), where);
      number = i == 0 ? place : binary(Operator::Or, number, place, where);
    }
    return reinterpreted(number, type, where);
  }
  const auto from = numberTypeOf(value);
  if (!from) failUser(fmt::format("{} is not a number", describe(value)), where);
  using Kind = NumberType::Kind;
  const auto isScaled = [](const NumberType& t) { return t.kind == Kind::Fixed && t.fraction > 0; };
  const auto isOther = [](const NumberType& t) { return t.kind == Kind::Float && !(t == float32); };
  if (*from == type) return value;
  if (isOther(*from) || isOther(type) || (isScaled(*from) && from->bits() > 32) ||
      (isScaled(type) && type.bits() > 32 && from->bits() > 32))
    failUnsupported(
        fmt::format("the bits of {} are not those of {} here", toString(*from), toString(type)), where,
        "the accelerator computes fixed point with a fraction, Half and Double in 32 bits of floating point",
        "convert the value with .to");
  const auto factor = [](int exponent) { return makeNumber(float32, std::ldexp(1.0, exponent)); };
  auto word = valueOf(value);  // the bits as an integer
  if (*from == float32) word = wordUnary(UnaryOp::AsU32, *stagedOf(value), uint32, where);
  if (isScaled(*from)) {
    auto real = *stagedOf(value);
    real.type = float32;
    word = converted(binary(Operator::Mul, real, factor(from->fraction), where),
                     {Kind::Fixed, from->isSigned, false, from->bits(), 0}, where);
  }
  if (from->bits() < type.bits())
    word = converted(word, {Kind::Fixed, false, false, from->bits(), 0}, where);  // missing bits are 0
  if (type == float32) return wordUnary(UnaryOp::AsFloat, *stagedOf(converted(word, uint32, where)), float32, where);
  if (type.kind == Kind::Bit && from->kind != Kind::Bit) return bitOf(word, makeNumber(int32, std::int64_t{0}), where);
  if (!isScaled(type)) return converted(word, type, where);
  const auto whole = type.bits() > 32 ? word
                                      : converted(word, {Kind::Fixed, type.isSigned, false, type.bits(), 0},
                                                  where);  // the value is unsigned in that case
  auto real = *stagedOf(binary(Operator::Mul, converted(whole, float32, where), factor(-type.fraction), where));
  real.type = type;
  return real;
}

}  // namespace stardust::dsl
