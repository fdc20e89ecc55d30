// Integers of more than 32 bits on the accelerator, in two words, with the arithmetic of a 32-bit machine. They are
// structs of a low word (U32) and a high word (Int if signed, else U32), so that memories, FIFOs and mux treat them as
// structs. Bits of the high word above those of the type are sign or zero extension.
#include <fmt/format.h>

#include <bit>

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {
namespace {

NumberType highType(const NumberType& type) { return type.isSigned ? int32 : uint32; }

bool isNumber(const Value& value, std::int64_t expected) {
  const auto* n = value.get<Number>();
  return n && n->fixed == expected;
}

/// Operators on U32 words at one source location, with identities folded.
struct U32 {
  WordOperators& words;
  const Location& where;

  static Value of(std::int64_t n) { return makeNumber(uint32, n); }
  Value op(Operator o, const Value& a, const Value& b) const { return words.binary(o, a, b, where); }
  Value add(const Value& a, const Value& b) const {
    return isNumber(a, 0) ? b : isNumber(b, 0) ? a : op(Operator::Add, a, b);
  }
  Value sub(const Value& a, const Value& b) const { return isNumber(b, 0) ? a : op(Operator::Sub, a, b); }
  Value mul(const Value& a, const Value& b) const {
    if (isNumber(a, 0) || isNumber(b, 0)) return of(0);
    return isNumber(a, 1) ? b : isNumber(b, 1) ? a : op(Operator::Mul, a, b);
  }
  Value bitOr(const Value& a, const Value& b) const {
    return isNumber(a, 0) ? b : isNumber(b, 0) ? a : op(Operator::Or, a, b);
  }
  Value low16(const Value& a) const { return op(Operator::And, a, of(0xffff)); }
  Value shl(const Value& a, int by) const {
    return by == 0 ? a : op(Operator::Shl, a, makeNumber(int32, std::int64_t{by}));
  }
  Value shr(const Value& a, int by) const {
    return by == 0 ? a : op(Operator::Shr, a, makeNumber(int32, std::int64_t{by}));
  }
  Value oneIf(const Value& condition) const { return words.mux(condition, of(1), of(0), where); }
  Value named(const Value& a, const char* hint) const { return words.bound(a, hint, where); }
  Value to(const NumberType& type, const Value& a) const { return words.converted(a, type, where); }
  Value toFloat(const Value& a) const { return to(float32, a); }
  Value real(Operator o, const Value& a, double b) const { return op(o, a, makeNumber(float32, b)); }

  /// The upper word of a 64-bit product.
  Value highOfProduct(const Value& a, const Value& b) const {
    if (isNumber(a, 0) || isNumber(b, 0)) return of(0);
    const auto a0 = named(low16(a), "a0"), a1 = named(shr(a, 16), "a1"), b0 = named(low16(b), "b0"),
               b1 = named(shr(b, 16), "b1");
    const auto first = named(add(mul(a1, b0), shr(mul(a0, b0), 16)), "first");
    const auto second = add(mul(a0, b1), low16(first));
    return add(add(mul(a1, b1), shr(first, 16)), shr(second, 16));
  }
};

using Halves = WordOperators::Halves;

/// Operators on unsigned two-word integers. A value with several uses gets a name.
struct U64 {
  U32 u;

  static Halves of(std::uint64_t n) {
    return {U32::of(static_cast<std::uint32_t>(n)), U32::of(static_cast<std::int64_t>(n >> 32))};
  }
  Halves named(const Halves& a) const { return {u.named(a.low, "low"), u.named(a.high, "high"), a.type}; }
  Halves add(const Halves& a, const Halves& b) const {
    const auto low = u.named(u.add(a.low, b.low), "low");
    const auto carry = isNumber(b.low, 0) ? U32::of(0) : u.oneIf(u.op(Operator::Lt, low, b.low));
    return {low, u.add(u.add(a.high, b.high), carry)};
  }
  Halves sub(const Halves& a, const Halves& b) const {
    const auto borrow = isNumber(b.low, 0) ? U32::of(0) : u.oneIf(u.op(Operator::Lt, a.low, b.low));
    return {u.sub(a.low, b.low), u.sub(u.sub(a.high, b.high), borrow)};
  }
  Halves mul(const Halves& a, const Halves& b) const {
    const auto cross = u.add(u.mul(a.low, b.high), u.mul(a.high, b.low));
    return {u.mul(a.low, b.low), u.add(u.highOfProduct(a.low, b.low), cross)};
  }
  Halves choose(const Value& condition, const Halves& a, const Halves& b) const {
    return {u.words.mux(condition, a.low, b.low, u.where), u.words.mux(condition, a.high, b.high, u.where)};
  }
  Halves negatedIf(const Value& condition, const Halves& a) const {
    return isNumber(condition, 0) ? a : named(choose(condition, sub(of(0), a), a));
  }

  Value toFloat(const Halves& a) const {
    return u.op(Operator::Add, u.real(Operator::Mul, u.toFloat(a.high), 0x1p32), u.toFloat(a.low));
  }
  /// From a float in [0, 2^64).
  Halves fromFloat(const Value& x) const {
    const auto high = u.named(u.to(uint32, u.real(Operator::Mul, x, 0x1p-32)), "high");
    const auto rest = u.op(Operator::Sub, x, u.real(Operator::Mul, u.toFloat(high), 0x1p32));
    return {u.named(u.to(uint32, rest), "low"), high};
  }

  /// Long division by a number of less than 16 bits.
  Halves dividedByDigit(const Halves& a, const Value& divisor) const {
    Value rest = U32::of(0), digits[4];
    for (int i = 0; i < 4; ++i) {
      const auto& word = i < 2 ? a.high : a.low;
      const auto next = i % 2 == 0 ? u.shr(word, 16) : u.low16(word);
      const auto part = u.named(u.bitOr(u.shl(rest, 16), next), "part");
      digits[i] = u.op(Operator::Div, part, divisor);
      rest = u.op(Operator::Mod, part, divisor);
    }
    return {u.bitOr(u.shl(digits[2], 16), digits[3]), u.bitOr(u.shl(digits[0], 16), digits[1])};
  }

  /// Iterated division in binary32: each step subtracts an underestimated quotient times the divisor from the
  /// remainder. The six roundings of an estimate are below 7 * 2^-24 of it, as is the amount by which it is reduced.
  /// The remainder therefore falls from 2^64 to 2^44, 2^24, 2^4 and finally 1 times the divisor. Division by 0 gives 0.
  Halves divided(Halves a, const Halves& b) const {
    constexpr double smaller = 1 - 7 * 0x1p-24;
    const auto divisor = u.named(toFloat(b), "divisor");
    Halves quotient = of(0);
    for (int round = 0; round < 4; ++round) {
      const auto ratio = u.named(u.op(Operator::Div, u.real(Operator::Mul, toFloat(a), smaller), divisor), "ratio");
      const auto part = round < 2 ? fromFloat(ratio) : Halves{u.named(u.to(uint32, ratio), "low"), U32::of(0)};
      quotient = named(add(quotient, part));
      a = named(sub(a, mul(part, b)));
    }
    const auto isLess = u.op(Operator::Or, u.op(Operator::Lt, a.high, b.high),
                             u.op(Operator::And, u.op(Operator::Eq, a.high, b.high), u.op(Operator::Lt, a.low, b.low)));
    const auto whole = add(quotient, {u.words.mux(isLess, U32::of(0), U32::of(1), u.where), U32::of(0)});
    return choose(u.op(Operator::Eq, u.bitOr(b.low, b.high), U32::of(0)), of(0), whole);
  }
};

/// Cuts the bits of the high word above those of the type.
Value cut(const U32& u, const Value& high, const NumberType& type) {
  const auto typed = u.to(highType(type), high);
  const int spare = 64 - type.integer;
  if (spare == 0) return typed;
  if (type.isSigned) return u.shr(u.shl(typed, spare), spare);
  return u.op(Operator::And, typed, U32::of((std::int64_t{1} << (32 - spare)) - 1));
}

Value isNegative(const U32& u, const Halves& a) {
  return a.type.isSigned ? u.op(Operator::Lt, a.high, makeNumber(int32, std::int64_t{0})) : Value(makeBit(false));
}

/// The words reinterpreted as unsigned.
Halves bits(const U32& u, const Halves& a) { return {a.low, u.to(uint32, a.high)}; }

Halves magnitude(const U64& u, const Halves& a) { return u.negatedIf(isNegative(u.u, a), bits(u.u, a)); }

std::optional<std::uint64_t> known(const Halves& a) {
  const auto *low = a.low.get<Number>(), *high = a.high.get<Number>();
  if (!low || !high) return std::nullopt;
  return static_cast<std::uint64_t>(high->fixed) << 32 | static_cast<std::uint32_t>(low->fixed);
}

Halves leftShifted(const U32& u, const Halves& a, int by) {
  if (by == 0) return a;
  if (by >= 32) return {U32::of(0), u.shl(a.low, by - 32)};
  return {u.shl(a.low, by), u.bitOr(u.shl(a.high, by), u.shr(a.low, 32 - by))};
}

/// The high word is signed for an arithmetic shift.
Halves rightShifted(const U32& u, const Halves& a, int by) {
  if (by == 0) return a;
  const auto high = u.to(uint32, a.high);
  const auto sign = a.type.isSigned ? u.shr(a.high, 31) : U32::of(0);
  if (by >= 32) return {u.to(uint32, u.shr(a.high, by - 32)), sign};
  return {u.bitOr(u.shr(a.low, by), u.shl(high, 32 - by)), u.shr(a.high, by)};
}

Halves quotientOf(const U64& u, const Halves& a, const Halves& b) {
  const auto x = u.named(magnitude(u, a)), y = u.named(magnitude(u, b));
  const auto divisor = known(y);
  const bool isPower = divisor && std::has_single_bit(*divisor);
  const auto result = isPower                                         ? rightShifted(u.u, x, std::countr_zero(*divisor))
                      : divisor && *divisor > 0 && *divisor < 0x10000 ? u.dividedByDigit(x, y.low)
                                                                      : u.divided(x, y);
  if (!a.type.isSigned) return result;
  return u.negatedIf(u.u.op(Operator::Ne, isNegative(u.u, a), isNegative(u.u, b)), u.named(result));
}

/// Barrel shifter: shifts by each power of two in the distance, modulo 64.
template <class Shift>
Halves shiftedBy(const U64& u, Halves a, const Value& amount, Shift shift) {
  if (const auto* n = amount.get<Number>()) return shift(u.u, a, static_cast<int>(n->fixed & 63));
  const auto type = a.type;
  for (int by = 1; by < 64; by *= 2) {
    const auto bit = u.u.op(Operator::And, amount, makeNumber(int32, std::int64_t{by}));
    const auto isSet = u.u.named(u.u.op(Operator::Ne, bit, makeNumber(int32, std::int64_t{0})), "is_set");
    a = u.named(u.choose(isSet, shift(u.u, a, by), a));
    a.type = type;
  }
  return a;
}

}  // namespace

std::optional<Halves> WordOperators::halvesOf(const Value& value) {
  const auto* record = value.object<const Record>();
  if (!record || !isWide(record->number)) return std::nullopt;
  return Halves{record->items[0], record->items[1], record->number};
}

Value WordOperators::wide(const Value& low, const Value& high, const NumberType& type, const Location& where) {
  return recordOf(inWords(type), {low, cut({*this, where}, high, type)});
}

Value WordOperators::toHalves(const Staged& value, const NumberType& type, const Location& where) {
  const U32 u{*this, where};
  if (value.type.kind == NumberType::Kind::Bit) return wide(u.oneIf(value), U32::of(0), type, where);
  if (wordType(value.type) != spatial::Type::Float) {
    const auto low = bound(u.to(uint32, value), "low", where);
    return wide(low, value.type.isSigned ? u.shr(u.to(int32, low), 31) : U32::of(0), type, where);
  }
  const auto whole = value.type.kind == NumberType::Kind::Fixed ? math("floor", {value}, where) : Value(value);
  const auto real = bound(u.to(float32, whole), "real", where);
  const U64 u64{u};
  const auto size = u64.fromFloat(bound(math("abs", {real}, where), "size", where));
  const auto result = u64.negatedIf(u.real(Operator::Lt, real, 0), size);
  return wide(result.low, result.high, type, where);
}

Value WordOperators::fromHalves(const Halves& a, const NumberType& type, const Location& where) {
  const U64 u{{*this, where}};
  if (isWide(type)) return wide(a.low, a.high, type, where);
  if (type.kind == NumberType::Kind::Bit)
    return u.u.op(Operator::Ne, u.u.bitOr(a.low, u.u.to(uint32, a.high)), U32::of(0));
  if (wordType(type) != spatial::Type::Float) return converted(a.low, type, where);
  const auto real = bound(u.toFloat(magnitude(u, a)), "real", where);
  return converted(mux(isNegative(u.u, a), unary(Operator::Neg, real, where), real, where), type, where);
}

Halves WordOperators::halves(const Value& value, const NumberType& type, const Location& where) {
  if (const auto* n = value.get<Number>(); n && (n->type.isUnstaged || n->type == type)) {
    const auto number = convert(*n, type);
    const auto half = [&](int shift, const NumberType& of) { return makeNumber(of, number.fixed >> shift); };
    return {half(0, uint32), half(32, highType(type)), type};
  }
  const auto found = halvesOf(valueOf(value));
  if (found && found->type == type) return *found;
  const auto other = numberTypeOf(value);
  if (!other) failUser(fmt::format("{} is not a number", describe(value)), where);
  failTypes(type, *other, where);
}

Value WordOperators::wideBinary(Operator op, const Value& x, const Value& y, const Location& where) {
  const U64 u{{*this, where}};
  const auto left = halvesOf(x), right = halvesOf(y);
  const bool isShift = op == Operator::Shl || op == Operator::Shr || op == Operator::UnsignedShr;
  const auto type = left ? left->type : right->type;
  if (isShift && !left) return binary(op, x, fromHalves(*right, int32, where), where);
  const auto a = u.named(halves(x, type, where));
  const auto result = [&](const Halves& h) { return wide(h.low, h.high, type, where); };
  if (isShift) {
    const auto amount = bound(converted(y, int32, where), "amount", where);
    if (op == Operator::Shl) return result(shiftedBy(u, bits(u.u, a), amount, leftShifted));
    if (op == Operator::Shr) return result(shiftedBy(u, a, amount, rightShifted));
    auto unsignedType = type;
    unsignedType.isSigned = false;
    return result(shiftedBy(u, {a.low, cut(u.u, a.high, unsignedType), unsignedType}, amount, rightShifted));
  }
  if (op == Operator::Power) {
    const auto* exponent = y.get<Number>();
    if (!exponent || exponent->value() < 1 || exponent->value() > 16)
      failUnsupported("the exponent of an integer is a constant from 1 to 16", where);
    return powerOf(x, static_cast<int>(exponent->value()), where);
  }
  const auto b = u.named(halves(y, type, where));
  const auto both = [&](Operator o, const Value& p, const Value& q) { return u.u.op(o, p, q); };
  const auto isLess = [&](const Halves& p, const Halves& q) {
    return both(Operator::Or, both(Operator::Lt, p.high, q.high),
                both(Operator::And, both(Operator::Eq, p.high, q.high), both(Operator::Lt, p.low, q.low)));
  };
  switch (op) {
    case Operator::Add: return result(u.add(bits(u.u, a), bits(u.u, b)));
    case Operator::Sub: return result(u.sub(bits(u.u, a), bits(u.u, b)));
    case Operator::Mul: return result(u.mul(bits(u.u, a), bits(u.u, b)));
    case Operator::Div: return result(quotientOf(u, a, b));
    case Operator::Mod: {
      const auto divisor = bits(u.u, b);
      const auto rest = u.named(u.sub(bits(u.u, a), u.mul(u.named(quotientOf(u, a, b)), divisor)));
      if (!type.isSigned) return result(rest);
      const Halves typed{rest.low, u.u.to(highType(type), rest.high), type};
      return result(u.choose(isNegative(u.u, typed), u.add(rest, divisor), rest));
    }
    case Operator::And:
    case Operator::Or:
    case Operator::Xor: return result({both(op, a.low, b.low), both(op, a.high, b.high), {}});
    case Operator::Eq: return both(Operator::And, both(op, a.low, b.low), both(op, a.high, b.high));
    case Operator::Ne: return both(Operator::Or, both(op, a.low, b.low), both(op, a.high, b.high));
    case Operator::Lt: return isLess(a, b);
    case Operator::Gt: return isLess(b, a);
    case Operator::Le: return unary(Operator::Not, isLess(b, a), where);
    case Operator::Ge: return unary(Operator::Not, isLess(a, b), where);
    default: failUnsupported("this operator is not supported on the accelerator", where);
  }
}

}  // namespace stardust::dsl
