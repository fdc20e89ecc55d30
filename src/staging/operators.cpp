// Operators on numbers of the host and on values of the accelerator.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "spatial/arithmetic.h"
#include "staging/evaluator.h"
#include "staging/exprs.h"

namespace stardust::staging {
namespace {

using spatial::BinaryOp;
using spatial::UnaryOp;

/// Operators in a value that is written where it is used instead of getting a name.
constexpr int mostInline = 12;
constexpr int mostOperators = 160;

std::optional<BinaryOp> wordOperator(Operator op) {
  switch (op) {
    case Operator::Add:
      return BinaryOp::Add;
    case Operator::Sub:
      return BinaryOp::Sub;
    case Operator::Mul:
      return BinaryOp::Mul;
    case Operator::Div:
      return BinaryOp::Div;
    case Operator::Mod:
      return BinaryOp::Mod;
    case Operator::And:
      return BinaryOp::And;
    case Operator::Or:
      return BinaryOp::Or;
    case Operator::Xor:
      return BinaryOp::Xor;
    case Operator::Shl:
      return BinaryOp::Shl;
    case Operator::Shr:
      return BinaryOp::Shr;
    case Operator::Lt:
      return BinaryOp::Lt;
    case Operator::Le:
      return BinaryOp::Le;
    case Operator::Gt:
      return BinaryOp::Gt;
    case Operator::Ge:
      return BinaryOp::Ge;
    case Operator::Eq:
      return BinaryOp::Eq;
    case Operator::Ne:
      return BinaryOp::Ne;
    default:
      return std::nullopt;
  }
}

bool isShift(Operator op) { return op == Operator::Shl || op == Operator::Shr || op == Operator::UnsignedShr; }

[[noreturn]] void failNoWord(const NumberType& type, const Location& where) {
  failUnsupported(fmt::format("values of type {} are not supported on the accelerator", toString(type)), where,
                  "a word has 32 bits");
}

[[noreturn]] void failTypes(const NumberType& a, const NumberType& b, const Location& where) {
  failUser(fmt::format("the operands have the types {} and {}", toString(a), toString(b)), where,
           "both operands of an operator have one type", fmt::format("convert one with .to[{}]", toString(a)));
}

}  // namespace

// ---------------------------------------------------------------- numbers

Value Evaluator::numberOf(const NumberTree& n, const Location& where) {
  const char suffix = n.text.back();
  const bool isLong = suffix == 'L' || suffix == 'l';
  if (!n.isDecimal) {
    std::int64_t value = 0;
    const bool isHex = n.text.size() > 2 && (n.text[1] == 'x' || n.text[1] == 'X');
    const auto* begin = n.text.data() + (isHex ? 2 : 0);
    const auto* end = n.text.data() + n.text.size() - (isLong ? 1 : 0);
    if (std::from_chars(begin, end, value, isHex ? 16 : 10).ec != std::errc())
      failUser("this number is out of range", where);
    return Number{isLong || value > INT32_MAX ? unstagedLong : unstagedInt, value, 0};
  }
  double value = 0;
  const auto parsed = std::from_chars(n.text.data(), n.text.data() + n.text.size(), value);
  if (parsed.ec != std::errc()) failUser("this number is out of range", where);
  return Number{unstagedDouble, 0, value};
}

Number Evaluator::number(const Value& value, std::string_view what, const Location& where) {
  if (const auto* n = value.get<Number>()) return *n;
  if (const auto* memory = std::get_if<MemoryRef>(&value.data)) {  // an ArgIn on the host
    const auto kind = (*memory)->kind;
    if ((kind == Memory::Kind::ArgIn || kind == Memory::Kind::HostIO || kind == Memory::Kind::ArgOut) && !isStaging()) {
      return numberOfWord((*memory)->word, (*memory)->type);
    }
  }
  if (value.get<Staged>()) {
    failUser(fmt::format("{} depends on the accelerator's data", what), where,
             "it has to be known before the accelerator runs");
  }
  failUser(fmt::format("{} is {}, not a number", what, describe(value)), where);
}

std::int64_t Evaluator::integer(const Value& value, std::string_view what, const Location& where) {
  const auto n = number(value, what, where);
  const double exact = n.value();
  if (exact != std::floor(exact) || std::abs(exact) > 0x1p62)
    failUser(fmt::format("{} is not an integer", what), where);
  return static_cast<std::int64_t>(exact);
}

Number Evaluator::numberOfWord(spatial::Word word, const NumberType& type) {
  const auto held = *wordType(type);
  if (held == spatial::Type::Float) return makeNumber(type, static_cast<double>(spatial::floatOf(word)));
  return {type, held == spatial::Type::Int ? spatial::intOf(word) : static_cast<std::int64_t>(word), 0};
}

/// The bit pattern of a number that the accelerator holds.
spatial::Word Evaluator::wordOf(const Number& n, const Location& where) {
  const auto held = wordType(n.type);
  if (!held) failNoWord(n.type, where);
  return *held == spatial::Type::Float ? spatial::wordOf(static_cast<float>(n.value()))
                                       : static_cast<spatial::Word>(n.fixed);
}

/// Cuts a narrow integer to its bits.
Staged Evaluator::exact(const Staged& a, const Location& where) {
  if (a.isExact) return a;
  const int spare = 32 - a.type.integer;
  auto expr = a.type.isSigned
                  ? binaryExpr(BinaryOp::Shr, binaryExpr(BinaryOp::Shl, a.expr, intExpr(spare, where), where),
                               intExpr(spare, where), where)
                  : binaryExpr(BinaryOp::And, a.expr, intExpr((std::int64_t{1} << a.type.integer) - 1, where), where);
  return {std::move(expr), a.type, a.size + 2, a.isPure};
}

Value Evaluator::unary(Operator op, const Value& a, const Location& where) {
  if (const auto* n = a.get<Number>()) {
    if (const auto result = staging::apply(op, *n)) return *result;
    failUser(fmt::format("{} has no such operator", toString(n->type)), where);
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

Staged Evaluator::wordUnary(UnaryOp op, const Staged& a, const NumberType& result, const Location& where) {
  if (!spatial::typeOf(op, *wordType(a.type)))
    failUser(fmt::format("values of type {} have no such operation", toString(a.type)), where);
  const auto operand = exact(a, where);
  return {spatial::Expr({spatial::Unary{op, operand.expr}, where}), result, operand.size + 1, operand.isPure};
}

Value Evaluator::binary(Operator op, const Value& a, const Value& b, const Location& where) {
  const auto* x = a.get<Number>();
  const auto* y = b.get<Number>();
  if (x && y) return binaryOfNumbers(op, *x, *y, where);
  if (op == Operator::Add && (a.object<const std::string>() || b.object<const std::string>())) {
    return text(toString(a) + toString(b));
  }
  const auto left = x ? std::nullopt : stagedOf(a);
  const auto right = y ? std::nullopt : stagedOf(b);
  if (!(x || left) || !(y || right)) return binaryOfHost(op, a, b, where);
  if (!left && !right) return binaryOfNumbers(op, number(a, "", where), number(b, "", where), where);
  if (op == Operator::Power && y && left)
    return powerOf(*left, static_cast<int>(integer(b, "the power", where)), where);
  const auto type = left ? left->type : right->type;
  if (isShift(op))
    return shiftOf(op, left ? *left : literal(*x, where), right ? *right : literal(convert(*y, int32), where), where);
  const auto typed = [&](const Number* n, const std::optional<Staged>& value) {
    if (value && !(value->type == type)) failTypes(left->type, value->type, where);
    if (n && !n->type.isUnstaged && !(n->type == type)) failTypes(type, n->type, where);
    return value ? *value : literal(convert(*n, type), where);
  };
  return wordBinary(op, typed(x, left), typed(y, right), where);
}

/// Of one type. The low bits of sums and products do not depend on bits above those of the type.
Value Evaluator::wordBinary(Operator op, Staged l, Staged r, const Location& where) {
  const auto wordOp = wordOperator(op);
  if (!wordOp) failUnsupported("this operator is not supported on the accelerator", where);
  const bool growsUpward = op == Operator::Add || op == Operator::Sub || op == Operator::Mul;
  const bool isBitwise = op == Operator::And || op == Operator::Or || op == Operator::Xor;
  if (!growsUpward && !isBitwise) {
    l = exact(l, where);
    r = exact(r, where);
  }
  const auto held = spatial::typeOf(*wordOp, *wordType(l.type), *wordType(r.type));
  if (!held)
    failUser(fmt::format("values of type {} have no such operator on the accelerator", toString(l.type)), where);
  Staged value{binaryExpr(*wordOp, l.expr, r.expr, where), *held == spatial::Type::Bit ? bit : l.type,
               l.size + r.size + 1, l.isPure && r.isPure};
  if (isBitwise)
    value.isExact = l.isExact && r.isExact;
  else if (growsUpward || op == Operator::Div)
    value.isExact = !isNarrow(l.type);
  if (value.size > mostOperators) return bindStaged(value, "part", where);
  return value;
}

Value Evaluator::shiftOf(Operator op, const Staged& a, const Staged& amount, const Location& where) {
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
  if (!spatial::typeOf(wordOp, *wordType(operand.type), *wordType(by.type))) {
    failUser(fmt::format("values of type {} cannot be shifted", toString(a.type)), where, {}, "the amount is an Int");
  }
  Staged value{binaryExpr(wordOp, operand.expr, by.expr, where), operand.type, operand.size + by.size + 1,
               operand.isPure && by.isPure};
  value.isExact = op != Operator::Shl || !isNarrow(a.type);
  if (operand.type == a.type) return value;
  return wordUnary(UnaryOp::ToInt, value, a.type, where);
}

Value Evaluator::binaryOfNumbers(Operator op, const Number& x, const Number& y, const Location& where) {
  if (isShift(op) || op == Operator::Power) {
    if (const auto result = staging::apply(op, x, y)) return *result;
  }
  const auto type = commonType(x.type, y.type);
  if (!type) failTypes(x.type, y.type, where);
  const auto left = x.type == *type ? x : convert(x, *type);
  auto result = staging::apply(op, left, y.type == *type ? y : convert(y, *type));
  if (!result) failUser("division by zero, or an operator that numbers of this type lack", where);
  // The longs of Scala are wider, but its Ints stay Ints.
  if (result->type.isUnstaged && x.type == int32 && y.type == int32) result = convert(*result, unstagedInt);
  return *result;
}

Value Evaluator::powerOf(const Staged& base, int exponent, const Location& where) {
  if (exponent < 1 || exponent > 16) failUnsupported("only powers 1 to 16 are supported", where);
  const Value x = bindStaged(base, "base", where);
  Value product = x;
  for (int i = 1; i < exponent; ++i) product = binary(Operator::Mul, product, x, where);
  return product;
}

/// Equality of tuples and texts.
Value Evaluator::binaryOfHost(Operator op, const Value& a, const Value& b, const Location& where) {
  if (op == Operator::Eq || op == Operator::Ne) {
    if (a.object<const std::string>() && b.object<const std::string>()) {
      return makeBit((toString(a) == toString(b)) == (op == Operator::Eq));
    }
  }
  failUser(fmt::format("{} and {} are not both numbers", describe(a), describe(b)), where);
}

Value Evaluator::ascribed(const Value& value, const TypeTree& declared, const Scope& scope, const Location& where) {
  const auto* number = value.get<Number>();
  if (declared.name.empty() || (!number && !value.get<Staged>())) return value;
  const auto to = type(declared, scope);
  const auto from = numberTypeOf(value);
  if (to.kind != DataType::Kind::Number || !from || *from == to.number) return value;
  using Kind = NumberType::Kind;
  const bool isInteger = to.number.kind == Kind::Fixed && to.number.fraction == 0;
  const bool hasFraction = from->kind == Kind::Float || (from->kind == Kind::Fixed && from->fraction > 0);
  const bool isBit = (from->kind == Kind::Bit) != (to.number.kind == Kind::Bit);
  const bool changes = isInteger && number && !isBit && convert(*number, to.number).value() != number->value();
  if (isBit || (isInteger && hasFraction) || changes)
    failUser(fmt::format("{} is not a {}", describe(value), declared.name), where, "a declared type converts only what loses nothing by it",
             fmt::format("convert it: .to[{}]", declared.name));
  return converted(value, to.number, where);
}

void Evaluator::ascribeParameters(const std::vector<Parameter>& parameters, const Scope& scope, const Location& where) {
  for (const auto& parameter : parameters)
    if (auto* entry = scope->own(parameter.name); entry && !parameter.isRepeated) entry->value = ascribed(entry->value, parameter.type, scope, where);
}

Value Evaluator::converted(const Value& value, const NumberType& type, const Location& where) {
  if (const auto* n = value.get<Number>()) return convert(*n, type);
  if (const auto* items = value.object<Collection>()) {
    Values list;
    for (const auto& item : items->items) list.push_back(converted(item, type, where));
    return collection(std::move(list), items->dims);
  }
  if (const auto* t = value.object<const std::string>()) {
    double parsed = 0;
    const auto error = std::from_chars(t->data(), t->data() + t->size(), parsed).ec;
    if (error != std::errc()) {
      if (*t == "true" || *t == "false") return convert(makeBit(*t == "true"), type);
      failUser(fmt::format("\"{}\" is not a number", *t), where);
    }
    return makeNumber(type, parsed);
  }
  const auto operand = stagedOf(value);
  if (!operand) failUser(fmt::format("{} is not a number", describe(value)), where);
  return convertedWord(*operand, type, where);
}

Value Evaluator::convertedWord(const Staged& value, const NumberType& type, const Location& where) {
  if (!wordType(type)) failNoWord(type, where);
  if (value.type == type) return value;
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

// ---------------------------------------------------------------- staged values

std::optional<Staged> Evaluator::stagedOf(const Value& value) {
  if (const auto* n = value.get<Staged>()) return *n;
  if (const auto* n = value.get<Number>()) return literal(*n, {});
  const auto* memory = std::get_if<MemoryRef>(&value.data);
  if (!memory) return std::nullopt;
  const auto& m = **memory;
  if (m.kind != Memory::Kind::ArgIn && m.kind != Memory::Kind::Reg && m.kind != Memory::Kind::HostIO)
    return std::nullopt;
  if (!isStaging() && m.kind != Memory::Kind::Reg) return std::nullopt;
  return Staged{nameExpr(m.name, m.where), m.type, 1, m.kind != Memory::Kind::Reg, m.isExact};
}

Staged Evaluator::staged(const Value& value, const NumberType& type, std::string_view what, const Location& where) {
  if (const auto* n = value.get<Number>()) {
    if (!n->type.isUnstaged && !(n->type == type)) {
      failUser(fmt::format("{} has the type {}, not {}", what, toString(n->type), toString(type)), where, {},
               fmt::format("convert it with .to[{}]", toString(type)));
    }
    return literal(convert(*n, type), where);
  }
  const auto result = stagedOf(value);
  if (!result) failUser(fmt::format("{} is {}, not a number", what, describe(value)), where);
  if (result->type == type) return exact(*result, where);
  failUser(fmt::format("{} has the type {}, not {}", what, toString(result->type), toString(type)), where, {},
           fmt::format("convert it with .to[{}]", toString(type)));
}

Staged Evaluator::literal(const Number& n, const Location& where) {
  const bool isFloat = n.type.kind == NumberType::Kind::Float;
  const auto type = !n.type.isUnstaged || n.type.kind == NumberType::Kind::Bit ? n.type : isFloat ? float32 : int32;
  const auto held = wordType(type);
  if (!held) failNoWord(type, where);
  return {spatial::Expr({spatial::Literal{*held, convert(n, type).value()}, where}), type};
}

/// A value that is more than a name gets one, so that it is computed once and reads are where they are written.
Value Evaluator::bindStaged(const Value& value, const std::string& hint, const Location& where) {
  const auto* n = value.get<Staged>();
  if (!n || body_ == nullptr || (n->isPure && n->size <= mostInline)) return value;
  const auto name = fresh(hint);
  emit(spatial::Val{name, n->expr}, where);
  return Staged{nameExpr(name, where), n->type, 1, true, n->isExact};
}

Value Evaluator::mux(const Value& condition, const Value& a, const Value& b, const Location& where) {
  if (const auto* known = condition.get<Number>()) return known->isTrue() ? a : b;
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

}  // namespace stardust::staging
