// Operators on numbers of the host and on values of the accelerator.
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "spatial/arithmetic.h"
#include "staging/evaluator.h"

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
    if (std::from_chars(begin, end, value, isHex ? 16 : 10).ec != std::errc()) failUser("this number is out of range", where);
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
  if (exact != std::floor(exact) || std::abs(exact) > 0x1p62) failUser(fmt::format("{} is not an integer", what), where);
  return static_cast<std::int64_t>(exact);
}

Number Evaluator::numberOfWord(spatial::Word word, const NumberType& type) {
  if (type == float32) return {type, 0, spatial::floatOf(word)};
  if (type == int32) return {type, spatial::intOf(word), 0};
  return {type, static_cast<std::int64_t>(word), 0};
}

/// The bit pattern of a number that the accelerator holds.
spatial::Word Evaluator::wordOf(const Number& n, const Location& where) {
  if (!wordType(n.type)) {
    failUnsupported(fmt::format("values of type {} are not supported on the accelerator", toString(n.type)), where,
                    "a word has 32 bits", "use Int, U32, Float or Bit");
  }
  return n.type == float32 ? spatial::wordOf(static_cast<float>(n.real)) : static_cast<spatial::Word>(n.fixed);
}

Value Evaluator::unary(Operator op, const Value& a, const Location& where) {
  if (const auto* n = a.get<Number>()) {
    if (const auto result = staging::apply(op, *n)) return *result;
    failUser(fmt::format("{} has no such operator", toString(n->type)), where);
  }
  const auto operand = stagedOf(a);
  if (!operand) failUser(fmt::format("{} is not a number", describe(a)), where);
  if (op == Operator::Invert) {
    const auto ones = literal(makeNumber(numberType(operand->type), std::int64_t{-1}), where);
    return binary(Operator::Xor, *operand, ones, where);
  }
  return wordUnary(op == Operator::Not ? UnaryOp::Not : UnaryOp::Neg, *operand, where);
}

Value Evaluator::wordUnary(UnaryOp op, const Staged& a, const Location& where) {
  const auto type = spatial::typeOf(op, a.type);
  if (!type) failUser(fmt::format("values of type {} have no such operation", toString(numberType(a.type))), where);
  return Staged{spatial::Expr({spatial::Unary{op, a.expr}, where}), *type, a.size + 1, a.isPure};
}

Value Evaluator::binary(Operator op, const Value& a, const Value& b, const Location& where) {
  const auto* x = a.get<Number>();
  const auto* y = b.get<Number>();
  if (x && y) {
    if (isShift(op) || op == Operator::Power) {
      if (const auto result = staging::apply(op, *x, *y)) return *result;
    }
    const auto type = commonType(x->type, y->type);
    if (!type) failTypes(x->type, y->type, where);
    const auto left = x->type == *type ? *x : convert(*x, *type);
    auto result = staging::apply(op, left, y->type == *type ? *y : convert(*y, *type));
    if (!result) failUser("division by zero, or an operator that numbers of this type lack", where);
    // The longs of Scala are wider, but its Ints stay Ints.
    if (result->type.isUnstaged && x->type == int32 && y->type == int32) result = convert(*result, unstagedInt);
    return *result;
  }
  if (op == Operator::Add && (a.object<const std::string>() || b.object<const std::string>())) {
    return text(toString(a) + toString(b));
  }
  const auto left = x ? std::nullopt : stagedOf(a);
  const auto right = y ? std::nullopt : stagedOf(b);
  if (!(x || left) || !(y || right)) return binaryOfHost(op, a, b, where);
  if (op == Operator::Power && y) return powerOf(*left, static_cast<int>(integer(b, "the power", where)), where);
  const auto type = left ? numberType(left->type) : numberType(right->type);
  const auto l = left ? *left : literal(convert(*x, type), where);
  const auto r = right ? *right : literal(convert(*y, isShift(op) ? int32 : type), where);
  if (left && x == nullptr && y && !y->type.isUnstaged && !isShift(op) && !(y->type == type)) failTypes(type, y->type, where);
  const auto wordOp = op == Operator::UnsignedShr ? std::optional(BinaryOp::Shr) : wordOperator(op);
  if (!wordOp) failUnsupported("this operator is not supported on the accelerator", where);
  const auto result = spatial::typeOf(*wordOp, l.type, r.type);
  if (!result) failTypes(numberType(l.type), numberType(r.type), where);
  Staged value{spatial::Expr({spatial::Binary{*wordOp, l.expr, r.expr}, where}), *result, l.size + r.size + 1,
               l.isPure && r.isPure};
  if (value.size > mostOperators) return bindStaged(value, "part", where);
  return value;
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
  const auto target = wordType(type);
  if (!target) failUnsupported(fmt::format("values of type {} are not supported on the accelerator", toString(type)), where);
  if (operand->type == *target) return *operand;
  if (operand->type == spatial::Type::Bit) {
    return mux(*operand, makeNumber(type, std::int64_t{1}), makeNumber(type, std::int64_t{0}), where);
  }
  if (*target == spatial::Type::Bit) {
    return binary(Operator::Ne, *operand, makeNumber(numberType(operand->type), std::int64_t{0}), where);
  }
  const auto op = *target == spatial::Type::Float ? UnaryOp::ToFloat : *target == spatial::Type::Int ? UnaryOp::ToInt : UnaryOp::ToU32;
  return wordUnary(op, *operand, where);
}

// ---------------------------------------------------------------- staged values

std::optional<Staged> Evaluator::stagedOf(const Value& value) {
  if (const auto* n = value.get<Staged>()) return *n;
  if (const auto* n = value.get<Number>()) return literal(*n, {});
  const auto* memory = std::get_if<MemoryRef>(&value.data);
  if (!memory) return std::nullopt;
  const auto& m = **memory;
  if (m.kind != Memory::Kind::ArgIn && m.kind != Memory::Kind::Reg && m.kind != Memory::Kind::HostIO) return std::nullopt;
  const auto type = wordType(m.type);
  if (!type) return std::nullopt;
  return Staged{spatial::Expr({spatial::Name{m.name}, m.where}), *type, 1, m.kind != Memory::Kind::Reg};
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
  if (numberType(result->type) == type) return *result;
  failUser(fmt::format("{} has the type {}, not {}", what, toString(numberType(result->type)), toString(type)), where, {},
           fmt::format("convert it with .to[{}]", toString(type)));
}

Staged Evaluator::literal(const Number& n, const Location& where) {
  const auto type = n.type.isUnstaged && n.type.kind == NumberType::Kind::Float  ? float32
                    : n.type.isUnstaged && n.type.kind == NumberType::Kind::Fixed ? int32
                                                                                  : n.type;
  const auto number = convert(n, type);
  wordOf(number, where);
  const double value = number.value();
  return {spatial::Expr({spatial::Literal{*wordType(type), value}, where}), *wordType(type)};
}

/// A value that is more than a name gets one, so that it is computed once and reads are where they are written.
Value Evaluator::bindStaged(const Value& value, const std::string& hint, const Location& where) {
  const auto* n = value.get<Staged>();
  if (!n || body_ == nullptr || (n->isPure && n->size <= mostInline)) return value;
  const auto name = fresh(hint);
  emit(spatial::Val{name, n->expr}, where);
  return Staged{spatial::Expr({spatial::Name{name}, where}), n->type};
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
    type = common->isUnstaged && common->kind == NumberType::Kind::Float ? float32 : common->isUnstaged && common->kind == NumberType::Kind::Fixed ? int32 : *common;
  } else {
    const auto typed = stagedOf(x ? b : a);
    if (!typed) failUser(fmt::format("{} is not a number", describe(x ? b : a)), where);
    type = numberType(typed->type);
  }
  const auto l = staged(a, type, "the first value of mux", where);
  const auto r = staged(b, type, "the second value of mux", where);
  return Staged{spatial::Expr({spatial::Mux{c.expr, l.expr, r.expr}, where}), l.type, c.size + l.size + r.size + 1,
                c.isPure && l.isPure && r.isPure};
}

}  // namespace stardust::staging
