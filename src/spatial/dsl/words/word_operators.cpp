// Operators on host numbers and on accelerator values.
#include "spatial/dsl/words/word_operators.h"

#include <fmt/format.h>

#include <cmath>

#include "spatial/arithmetic.h"

namespace stardust::dsl {
namespace {

using spatial::BinaryOp;
using spatial::UnaryOp;

/// Maximum number of operators in a value that is duplicated at its uses instead of getting a name.
constexpr int mostInline = 12;
constexpr int mostOperators = 160;

std::optional<BinaryOp> wordOperator(Operator op) {
  switch (op) {
    case Operator::Add: return BinaryOp::Add;
    case Operator::Sub: return BinaryOp::Sub;
    case Operator::Mul: return BinaryOp::Mul;
    case Operator::Div: return BinaryOp::Div;
    case Operator::Mod: return BinaryOp::Mod;
    case Operator::And: return BinaryOp::And;
    case Operator::Or: return BinaryOp::Or;
    case Operator::Xor: return BinaryOp::Xor;
    case Operator::Shl: return BinaryOp::Shl;
    case Operator::Shr: return BinaryOp::Shr;
    case Operator::Lt: return BinaryOp::Lt;
    case Operator::Le: return BinaryOp::Le;
    case Operator::Gt: return BinaryOp::Gt;
    case Operator::Ge: return BinaryOp::Ge;
    case Operator::Eq: return BinaryOp::Eq;
    case Operator::Ne: return BinaryOp::Ne;
    default: return std::nullopt;
  }
}

}  // namespace

// ---------------------------------------------------------------- numbers

void failNoWord(const NumberType& type, const Location& where) {
  failUnsupported(fmt::format("values of type {} are not supported here", toString(type)), where,
                  "they take two words of 32 bits", "use a type of at most 32 bits");
}

Number WordOperators::number(const Value& value, std::string_view what, const Location& where) {
  const auto scalar = hostScalar(value);
  if (const auto* n = scalar.get<Number>()) return *n;
  if (value.get<Staged>()) {
    failUser(fmt::format("{} depends on the accelerator's data", what), where,
             "it has to be known before the accelerator runs");
  }
  failUser(fmt::format("{} is {}, not a number", what, describe(value)), where);
}

namespace {

/// The number that an accelerator word represents.
Number numberOfWord(spatial::Word word, const NumberType& type) {
  const auto held = *wordType(type);
  if (held == spatial::Type::Float) return makeNumber(type, static_cast<double>(spatial::floatOf(word)));
  return {type, held == spatial::Type::Int ? spatial::intOf(word) : static_cast<std::int64_t>(word), 0};
}

/// The bit pattern of a number on the accelerator.
spatial::Word wordOf(const Number& n) {
  return wordType(n.type) == spatial::Type::Float ? spatial::wordOf(static_cast<float>(n.value()))
                                                  : static_cast<spatial::Word>(n.fixed);
}

spatial::Word& wordIn(Memory& memory, std::size_t at) {
  return memory.kind == Memory::Kind::Dram ? memory.words[at] : memory.word;
}

}  // namespace

Number numberIn(const Memory& memory, std::size_t at) {
  if (memory.isStruct()) {  // of two words
    const auto low = numberIn(*memory.fields[0], at).fixed, high = numberIn(*memory.fields[1], at).fixed;
    return {memory.whole.number,
            static_cast<std::int64_t>(static_cast<std::uint64_t>(high) << 32 | static_cast<std::uint64_t>(low)), 0};
  }
  if (memory.kind != Memory::Kind::Dram) return numberOfWord(memory.word, memory.type);
  return numberOfWord(at < memory.words.size() ? memory.words[at] : 0, memory.type);
}

void putNumber(Memory& memory, const Number& number, std::size_t at) {
  const auto n = convert(number, memory.numberType());
  if (!memory.isStruct()) {
    wordIn(memory, at) = wordOf(n);
    return;
  }
  wordIn(*memory.fields[0], at) = static_cast<spatial::Word>(n.fixed);
  wordIn(*memory.fields[1], at) = static_cast<spatial::Word>(n.fixed >> 32);
}

/// Cuts a narrow integer to its bits.
Staged WordOperators::exact(const Staged& a, const Location& where) {
  if (a.isExact) return a;
  const int spare = 32 - a.type.integer;
  auto expr = a.type.isSigned
                  ? shiftExpr(BinaryOp::Shr, shiftExpr(BinaryOp::Shl, a.expr, intExpr(spare, where), where),
                              intExpr(spare, where), where)
                  : binaryExpr(BinaryOp::And, a.expr, intExpr((std::int64_t{1} << a.type.integer) - 1, where), where);
  return {std::move(expr), a.type, a.size + 2, a.isPure};
}

/// An accelerator argument as the host reads it.
Value WordOperators::hostScalar(const Value& value) {
  const auto* memory = value.get<MemoryRef>();
  if (stage_.isActive() || !memory || !(*memory)->isScalar() || !(*memory)->isNumber()) return value;
  return numberIn(**memory);
}

Value WordOperators::unary(Operator op, const Value& given, const Location& where) {
  const Value a = hostScalar(given);
  if (a.get<Number>()) return Operators::unary(op, a, where);
  if (const auto wide = halvesOf(valueOf(a))) {
    if (op == Operator::Invert) return binary(Operator::Xor, a, makeNumber(wide->type, std::int64_t{-1}), where);
    if (op == Operator::Neg) return binary(Operator::Sub, makeNumber(wide->type, std::int64_t{0}), a, where);
  }
  const auto operand = stagedOf(a);
  if (!operand) failUser(fmt::format("{} is not a number", describe(a)), where);
  const auto& type = operand->type;
  if (op == Operator::Invert) return binary(Operator::Xor, *operand, makeNumber(type, std::int64_t{-1}), where);
  if (op == Operator::Neg && !type.isSigned)
    return binary(Operator::Sub, makeNumber(type, std::int64_t{0}), *operand, where);
  auto result = wordUnary(op == Operator::Not ? UnaryOp::Not : UnaryOp::Neg, *operand, type, where);
  result.isExact = operand->isExact && !isNarrow(type);
  return result;
}

Staged WordOperators::wordUnary(UnaryOp op, const Staged& a, const NumberType& result, const Location& where) {
  if (!spatial::typeOf(op, *wordType(a.type)))
    failUser(fmt::format("values of type {} have no such operation", toString(a.type)), where);
  const auto operand = exact(a, where);
  return {spatial::Expr({spatial::Unary{op, operand.expr}, where}), result, operand.size + 1, operand.isPure};
}

Value WordOperators::binary(Operator op, const Value& first, const Value& second, const Location& where) {
  const Value a = hostScalar(first), b = hostScalar(second);
  const auto* x = a.get<Number>();
  const auto* y = b.get<Number>();
  if (x && y) return Operators::binary(op, a, b, where);
  const auto wholeA = valueOf(a), wholeB = valueOf(b);
  if (halvesOf(wholeA) || halvesOf(wholeB)) return wideBinary(op, wholeA, wholeB, where);
  if (wholeA.object<const Record>() && wholeB.object<const Record>())
    return Operators::binary(op, wholeA, wholeB, where);
  const auto left = x ? std::nullopt : stagedOf(a);
  const auto right = y ? std::nullopt : stagedOf(b);
  if (!(x || left) || !(y || right)) return Operators::binary(op, a, b, where);
  if (op == Operator::Power) {
    const bool isSmall = y && y->value() == std::floor(y->value()) && y->value() >= 1 && y->value() <= 16;
    if (isSmall) return powerOf(*left, static_cast<int>(y->value()), where);
    return math("exp", {binary(Operator::Mul, math("ln", {a}, where), b, where)}, where);
  }
  if (isShift(op))
    return shiftOf(op, left ? *left : literal(*x, where), right ? *right : literal(convert(*y, int32), where), where);
  const auto [l, r] = operands(a, b, where);
  return wordBinary(op, l, r, where);
}

/// Converts both to words of one type; a number of Scala takes the type of the other.
std::pair<Staged, Staged> WordOperators::operands(const Value& a, const Value& b, const Location& where) {
  const auto* x = a.get<Number>();
  const auto* y = b.get<Number>();
  const auto left = x ? std::nullopt : stagedOf(a), right = y ? std::nullopt : stagedOf(b);
  if (!left && !right) failUser(fmt::format("{} and {} are not both numbers", describe(a), describe(b)), where);
  const auto type = left ? left->type : right->type;
  const auto typed = [&](const Number* n, const std::optional<Staged>& value, const Value& what) {
    if (!n && !value) failUser(fmt::format("{} is not a number", describe(what)), where);
    if (value && !(value->type == type)) failTypes(left->type, value->type, where);
    if (n && !n->type.isUnstaged && !(n->type == type)) failTypes(type, n->type, where);
    return value ? *value : literal(convert(*n, type), where);
  };
  return {typed(x, left, a), typed(y, right, b)};
}

/// Both have one type. The low bits of sums and products do not depend on the bits above those of the type.
Value WordOperators::wordBinary(Operator op, Staged l, Staged r, const Location& where) {
  const auto wordOp = wordOperator(op);
  if (!wordOp) failUnsupported("this operator is not supported on the accelerator", where);
  const bool growsUpward = op == Operator::Add || op == Operator::Sub || op == Operator::Mul;
  const bool isBitwise = op == Operator::And || op == Operator::Or || op == Operator::Xor;
  if (!growsUpward && !isBitwise) {
    l = exact(l, where);
    r = exact(r, where);
  }
  if (op == Operator::Mod && wordType(l.type) == spatial::Type::Float) return remainderOfReals(l, r, where);
  const auto held = spatial::typeOf(*wordOp, *wordType(l.type), *wordType(r.type));
  if (!held)
    failUser(fmt::format("values of type {} have no such operator on the accelerator", toString(l.type)), where);
  Staged value{binaryExpr(*wordOp, l.expr, r.expr, where), *held == spatial::Type::Bit ? bit : l.type,
               l.size + r.size + 1, l.isPure && r.isPure};
  if (isBitwise) value.isExact = l.isExact && r.isExact;
  else if (growsUpward || op == Operator::Div) value.isExact = !isNarrow(l.type);
  if (value.size > mostOperators) return bound(value, "part", where);
  return value;
}

/// a - b * trunc(a / b), for words with a fraction. A negative fixed-point remainder is increased by the divisor, as on
/// the host.
Value WordOperators::remainderOfReals(const Staged& a, const Staged& b, const Location& where) {
  const auto with = [&](Operator op, const Value& x, const Value& y) { return binary(op, x, y, where); };
  const auto named = [&](Staged word, const char* name) {
    word.type = float32;
    return bound(word, name, where);
  };
  const auto dividend = named(a, "dividend"), divisor = named(b, "divisor");
  const Value zero = makeNumber(float32, 0.0);
  const auto ratio = bound(with(Operator::Div, dividend, divisor), "ratio", where);
  const auto whole =
      mux(with(Operator::Lt, ratio, zero), math("ceil", {ratio}, where), math("floor", {ratio}, where), where);
  Value rest = bound(with(Operator::Sub, dividend, with(Operator::Mul, whole, divisor)), "rest", where);
  if (a.type.kind == NumberType::Kind::Fixed)
    rest = mux(with(Operator::Lt, rest, zero), with(Operator::Add, rest, divisor), rest, where);
  auto word = *stagedOf(rest);
  word.type = a.type;
  return word;
}

Value WordOperators::shiftOf(Operator op, const Staged& a, const Staged& amount, const Location& where) {
  const auto by = exact(amount, where);
  if (*wordType(a.type) == spatial::Type::Float) {
    const auto known = constant(by.expr);
    if (!known || a.type.kind == NumberType::Kind::Float)
      failUnsupported("only fixed point is shifted, by a constant", where);
    const auto factor = makeNumber(float32, std::ldexp(1.0, static_cast<int>(op == Operator::Shl ? *known : -*known)));
    return Staged{binaryExpr(BinaryOp::Mul, a.expr, literal(factor, where).expr, where), a.type, a.size + 2, a.isPure};
  }
  const auto wordOp = op == Operator::Shl ? BinaryOp::Shl : BinaryOp::Shr;
  auto operand = op == Operator::Shl ? a : exact(a, where);
  if (op == Operator::UnsignedShr && a.type == int32) {  // as U32 and back
    operand = wordUnary(UnaryOp::ToU32, operand, uint32, where);
  }
  if (*wordType(by.type) != spatial::Type::Int ||
      !spatial::typeOf(wordOp, *wordType(operand.type), spatial::Type::I16)) {
    failUser(fmt::format("values of type {} cannot be shifted", toString(a.type)), where, {}, "the amount is an Int");
  }
  Staged value{shiftExpr(wordOp, operand.expr, by.expr, where), operand.type, operand.size + by.size + 1,
               operand.isPure && by.isPure};
  value.isExact = op != Operator::Shl || !isNarrow(a.type);
  if (operand.type == a.type) return value;
  return wordUnary(UnaryOp::ToInt, value, a.type, where);
}

Value WordOperators::powerOf(const Value& base, int exponent, const Location& where) {
  const Value x = bound(base, "base", where);
  Value product = x;
  for (int i = 1; i < exponent; ++i) product = binary(Operator::Mul, product, x, where);
  return product;
}

// ---------------------------------------------------------------- staged values

std::optional<Staged> WordOperators::stagedOf(const Value& value) {
  if (const auto* n = value.get<Staged>()) return *n;
  if (const auto* n = value.get<Number>()) return literal(*n, {});
  const auto* memory = value.get<MemoryRef>();
  if (!memory) return std::nullopt;
  const auto& m = **memory;
  const bool isArgument =
      m.kind == Memory::Kind::ArgIn || m.kind == Memory::Kind::ArgOut || m.kind == Memory::Kind::HostIO;
  if (m.isStruct() || (!isArgument && m.kind != Memory::Kind::Reg)) return std::nullopt;
  if (!stage_.isActive() && m.kind != Memory::Kind::Reg) return std::nullopt;
  (*memory)->isRead = true;
  if (m.state) return stagedOf(m.state);
  if (m.kind == Memory::Kind::ArgOut)
    return literal(makeNumber(m.type, std::int64_t{0}), m.where);  // unset, or staged again
  return Staged{nameExpr(m.name, m.where), m.type, 1, m.kind != Memory::Kind::Reg, m.isExact};
}

Staged WordOperators::staged(const Value& value, const NumberType& type, std::string_view what, const Location& where) {
  if (const auto* n = value.get<Number>()) {
    if (!n->type.isUnstaged && !(n->type == type)) {
      failUser(fmt::format("{} has the type {}, not {}", what, toString(n->type), toString(type)), where, {},
               fmt::format("convert it with .to[{}]", toString(type)));
    }
    return literal(convert(*n, type), where);
  }
  const auto result = stagedOf(value);
  if (result && result->type == type) return exact(*result, where);
  const auto wide = halvesOf(valueOf(value));
  if (!result && !wide) failUser(fmt::format("{} is {}, not a number", what, describe(value)), where);
  failUser(
      fmt::format("{} has the type {}, not {}", what, toString(result ? result->type : wide->type), toString(type)),
      where, {}, fmt::format("convert it with .to[{}]", toString(type)));
}

Staged WordOperators::literal(const Number& n, const Location& where) {
  const bool isFloat = n.type.kind == NumberType::Kind::Float;
  const auto type = !n.type.isUnstaged || n.type.kind == NumberType::Kind::Bit ? n.type : isFloat ? float32 : int32;
  const auto held = wordType(type);
  if (!held) failNoWord(type, where);
  return {spatial::Expr({spatial::Literal{*held, convert(n, type).value()}, where}), type};
}

Value WordOperators::valueOf(const Value& value) {
  const auto* memory = value.get<MemoryRef>();
  if (!memory || !(*memory)->isStruct() || !(*memory)->isScalar()) return value;
  Values parts;
  for (const auto& field : (*memory)->fields) parts.push_back(valueOf(field));
  return recordOf((*memory)->whole, std::move(parts));
}

Values WordOperators::partsOf(const Value& value, const DataType& type, std::string_view what, const Location& where) {
  if (isWide(type.number)) {
    const auto words = halves(value, type.number, where);
    return {words.low, words.high};
  }
  const auto whole = valueOf(value);
  const auto* record = whole.object<const Record>();
  if (record && record->items.size() == type.parts.size()) return record->items;
  failUser(fmt::format("{} is {}, not a struct of {} fields", what, describe(value), type.parts.size()), where);
}

Value WordOperators::named(const Value& value, const DataType& given, const std::string& hint, const Location& where) {
  const auto type = inWords(given);
  if (type.kind == DataType::Kind::Struct) {
    auto parts = partsOf(value, type, "the value", where);
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = named(parts[i], type.parts[i], hint, where);
    return recordOf(type, std::move(parts));
  }
  const auto word = staged(value, type.number, "the value", where);
  return bound(Staged{word.expr, word.type, 1, false}, hint, where);
}

std::int64_t WordOperators::size(const Value& value, std::string_view what, const Location& where) {
  return integer(hostValue(value), what, where);
}

bool WordOperators::isSame(const Value& a, const Value& b, const Location& where) {
  const auto *x = a.get<Number>(), *y = b.get<Number>();
  const auto isMemory = [](const Value& value) { return value.get<MemoryRef>() != nullptr; };
  const bool areOfMemories =
      (isMemory(a) || isMemory(b)) && (isMemory(a) || x != nullptr) && (isMemory(b) || y != nullptr);
  const bool areWords = halvesOf(a) || halvesOf(b) || a.get<Staged>() || b.get<Staged>();
  if ((x && y) || !(areWords || areOfMemories)) return Operators::isSame(a, b, where);
  return number(binary(Operator::Eq, a, b, where), "the comparison", where).isTrue();
}

Value WordOperators::bound(const Value& value, const std::string& hint, const Location& where) {
  const auto isKnown = [](const Value& item) { return !item.get<Staged>() && !item.object<const Record>(); };
  if (const auto* record = value.object<const Record>(); record && stage_.isActive()) {
    if (std::all_of(record->items.begin(), record->items.end(), isKnown)) return value;
    Values parts;
    for (const auto& item : record->items) parts.push_back(bound(item, hint, where));
    return std::make_shared<const Record>(Record{std::move(parts), record->names, record->className, record->number});
  }
  const auto* n = value.get<Staged>();
  if (!n || !stage_.isActive() || (n->isPure && n->size <= mostInline)) return value;
  const auto name = stage_.fresh(hint);
  stage_.emit(spatial::Val{name, n->expr}, where);
  return Staged{nameExpr(name, where), n->type, 1, true, n->isExact};
}

bool hasDeq(const Value& value) {
  if (const auto* n = value.get<Staged>()) return hasDeq(n->expr);
  const auto* record = value.object<const Record>();
  return record && std::any_of(record->items.begin(), record->items.end(), [](const Value& v) { return hasDeq(v); });
}

// A mux evaluates both values: a dequeue in one of them takes its element even if the condition is constant.
Value WordOperators::mux(const Value& condition, const Value& a, const Value& b, const Location& where) {
  if (const auto* known = condition.get<Number>()) {
    const Value& other = known->isTrue() ? b : a;
    if (hasDeq(other)) bound(other, "unused", where);
    return known->isTrue() ? a : b;
  }
  const auto wholeA = valueOf(a), wholeB = valueOf(b);
  const auto left = numberTypeOf(wholeA), right = numberTypeOf(wholeB);
  for (const auto& type : {left, right}) {
    if (!type || !isWide(*type) || type->isUnstaged) continue;
    const auto x = halves(wholeA, *type, where), y = halves(wholeB, *type, where);
    return wide(mux(condition, x.low, y.low, where), mux(condition, x.high, y.high, where), *type, where);
  }
  if (const auto* p = wholeA.object<const Record>(), *q = wholeB.object<const Record>(); p && q) {
    if (p->items.size() != q->items.size()) failUser("the values of mux have different numbers of fields", where);
    Values parts;
    for (std::size_t i = 0; i < p->items.size(); ++i) parts.push_back(mux(condition, p->items[i], q->items[i], where));
    return std::make_shared<const Record>(Record{std::move(parts), p->names, p->className, p->number});
  }
  const auto c = staged(condition, bit, "the condition of mux", where);
  const auto* x = a.get<Number>();
  const auto* y = b.get<Number>();
  NumberType type = int32;
  if (x && y) {
    const auto common = commonType(x->type, y->type);
    if (!common) failTypes(x->type, y->type, where);
    type = common->isUnstaged && common->kind == NumberType::Kind::Float   ? float32
           : common->isUnstaged && common->kind == NumberType::Kind::Fixed ? int32
                                                                           : *common;
  } else {
    const auto typed = stagedOf(x ? b : a);
    if (!typed) failUser(fmt::format("{} is not a number", describe(x ? b : a)), where);
    type = typed->type;
  }
  const auto l = staged(a, type, "the first value of mux", where);
  const auto r = staged(b, type, "the second value of mux", where);
  return Staged{spatial::Expr({spatial::Mux{c.expr, l.expr, r.expr}, where}), l.type, c.size + l.size + r.size + 1,
                c.isPure && l.isPure && r.isPure};
}

Value hostValue(const Value& value) {
  const auto* memory = value.get<MemoryRef>();
  const bool isArgument = memory && ((*memory)->kind == Memory::Kind::ArgIn || (*memory)->kind == Memory::Kind::HostIO);
  return isArgument ? Value(numberIn(**memory)) : value;
}

}  // namespace stardust::dsl
