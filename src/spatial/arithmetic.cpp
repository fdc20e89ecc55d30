#include "spatial/arithmetic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "operators/arithmetic.h"
#include "operators/table.h"
#include "spatial/syntax.h"

namespace stardust::spatial {
namespace {

constexpr auto leastInt = std::numeric_limits<std::int32_t>::min();

/// Truncates toward zero, modulo 2^32. NaN and infinities give 0.
Word wrapped(float value) {
  const double whole = std::trunc(static_cast<double>(value));
  if (!std::isfinite(whole)) return 0;
  const double rest = std::fmod(whole, 4294967296.0);
  return static_cast<Word>(static_cast<std::int64_t>(rest));
}

/// The range of an integer type.
std::pair<double, double> rangeOf(Type type) {
  switch (type) {
    case Type::Int: return {-2147483648.0, 2147483647.0};
    case Type::I16: return {-32768.0, 32767.0};
    case Type::U32: return {0.0, 4294967295.0};
    default: return {0.0, 1.0};
  }
}

/// The operators that all numeric types share.
template <class T>
Word orderedResult(BinaryOp op, T a, T b) {
  const auto word = [](T value) { return std::bit_cast<Word>(value); };
  switch (op) {
    case BinaryOp::Lt: return a < b;
    case BinaryOp::Le: return a <= b;
    case BinaryOp::Gt: return a > b;
    case BinaryOp::Ge: return a >= b;
    case BinaryOp::Eq: return a == b;
    case BinaryOp::Ne: return a != b;
    case BinaryOp::Min: return word(a < b ? a : b);
    case BinaryOp::Max: return word(a > b ? a : b);
    default: failInternal("an operator that its operands lack");
  }
}

Word floatResult(BinaryOp op, float a, float b) {
  switch (op) {
    case BinaryOp::Add: return wordOf(a + b);
    case BinaryOp::Sub: return wordOf(a - b);
    case BinaryOp::Mul: return wordOf(a * b);
    case BinaryOp::Div: return wordOf(a / b);
    case BinaryOp::Pow: return wordOf(std::pow(a, b));
    default: return orderedResult(op, a, b);
  }
}

/// The result is nonnegative if the divisor is positive. A negative divisor is added too, and the sum may wrap around.
Word remainderOf(std::int32_t a, std::int32_t b) {
  const auto rest = a % b;
  return rest < 0 ? wordOf(rest) + wordOf(b) : wordOf(rest);
}

/// The operators on which Int and U32 differ.
Word signedResult(BinaryOp op, std::int32_t a, std::int32_t b) {
  // Only this quotient overflows; it wraps around.
  const bool overflows = a == leastInt && b == -1;
  switch (op) {
    case BinaryOp::Div: return overflows ? wordOf(leastInt) : wordOf(a / b);
    case BinaryOp::Mod: return overflows ? 0 : remainderOf(a, b);
    case BinaryOp::Shr: return wordOf(a >> (b & 31));
    default: return orderedResult(op, a, b);
  }
}

Word unsignedResult(BinaryOp op, Word a, Word b) {
  switch (op) {
    case BinaryOp::Div: return a / b;
    case BinaryOp::Mod: return a % b;
    case BinaryOp::Shr: return a >> (b & 31);
    default: return orderedResult(op, a, b);
  }
}

}  // namespace

std::optional<Type> typeOf(UnaryOp op, Type operand) {
  if (operand == Type::I16) return std::nullopt;  // a shift distance has no arithmetic
  const bool isNumber = operand != Type::Bit;
  switch (op) {
    case UnaryOp::Not: return isNumber ? std::nullopt : std::optional(operand);
    case UnaryOp::Neg:
    case UnaryOp::Abs: return isNumber && operand != Type::U32 ? std::optional(operand) : std::nullopt;
    case UnaryOp::ToFloat: return isNumber ? std::optional(Type::Float) : std::nullopt;
    case UnaryOp::ToInt: return isNumber ? std::optional(Type::Int) : std::nullopt;
    case UnaryOp::ToU32: return isNumber ? std::optional(Type::U32) : std::nullopt;
    case UnaryOp::ToI16: return isNumber && operand != Type::Float ? std::optional(Type::I16) : std::nullopt;
    case UnaryOp::AsFloat: return operand == Type::U32 ? std::optional(Type::Float) : std::nullopt;
    case UnaryOp::AsU32: return operand == Type::Float ? std::optional(Type::U32) : std::nullopt;
    default: return operand == Type::Float ? std::optional(operand) : std::nullopt;
  }
}

std::optional<Type> typeOf(BinaryOp op, Type left, Type right) {
  if (left == Type::I16) return std::nullopt;
  const bool isNumber = left != Type::Bit;
  const bool isInteger = isNumber && left != Type::Float;
  if (op == BinaryOp::Shl || op == BinaryOp::Shr) {
    return isInteger && right == Type::I16 ? std::optional(left) : std::nullopt;
  }
  if (left != right) return std::nullopt;
  switch (op) {
    case BinaryOp::Eq:
    case BinaryOp::Ne: return Type::Bit;
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge: return isNumber ? std::optional(Type::Bit) : std::nullopt;
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor: return left != Type::Float ? std::optional(left) : std::nullopt;
    case BinaryOp::Pow: return left == Type::Float ? std::optional(left) : std::nullopt;
    case BinaryOp::Mod: return isInteger ? std::optional(left) : std::nullopt;
    default: return isNumber ? std::optional(left) : std::nullopt;
  }
}

std::optional<Word> wordOf(const Literal& literal, Type valueType) {
  const auto type = resolved(literal.type, valueType);
  const double value = literal.value;
  if (type == Type::Float) return wordOf(static_cast<float>(value));
  if (value != std::floor(value)) return std::nullopt;
  const auto [least, greatest] = rangeOf(type);
  if (value < least || value > greatest) return std::nullopt;
  return static_cast<Word>(static_cast<std::int64_t>(value));
}

Word apply(UnaryOp op, Type operand, Word value) {
  const bool isFloat = operand == Type::Float;
  const float x = floatOf(value);
  switch (op) {
    case UnaryOp::Not: return value == 0;
    case UnaryOp::Neg: return isFloat ? wordOf(-x) : Word{0} - value;
    case UnaryOp::Abs:
      if (isFloat) return wordOf(std::fabs(x));
      return intOf(value) < 0 ? Word{0} - value : value;
    case UnaryOp::Sqrt: return wordOf(std::sqrt(x));
    case UnaryOp::Exp: return wordOf(std::exp(x));
    case UnaryOp::Ln: return wordOf(std::log(x));
    case UnaryOp::Floor: return wordOf(std::floor(x));
    case UnaryOp::Ceil: return wordOf(std::ceil(x));
    case UnaryOp::Sin: return wordOf(std::sin(x));
    case UnaryOp::Cos: return wordOf(std::cos(x));
    case UnaryOp::Tan: return wordOf(std::tan(x));
    case UnaryOp::Sinh: return wordOf(std::sinh(x));
    case UnaryOp::Cosh: return wordOf(std::cosh(x));
    case UnaryOp::Tanh: return wordOf(std::tanh(x));
    case UnaryOp::Sigmoid: return wordOf(1 / (1 + std::exp(-x)));
    case UnaryOp::ToFloat:
      if (isFloat) return value;
      return wordOf(operand == Type::Int ? static_cast<float>(intOf(value)) : static_cast<float>(value));
    case UnaryOp::ToInt:
    case UnaryOp::ToU32: return isFloat ? wrapped(x) : value;
    case UnaryOp::ToI16: return wordOf(std::int32_t{static_cast<std::int16_t>(value)});
    case UnaryOp::AsFloat:
    case UnaryOp::AsU32: return value;
  }
  failInternal("an unknown operator");
}

Word apply(BinaryOp op, Type operands, Word left, Word right) {
  if (operands == Type::Float) return floatResult(op, floatOf(left), floatOf(right));
  switch (op) {
    case BinaryOp::Add: return left + right;
    case BinaryOp::Sub: return left - right;
    case BinaryOp::Mul: return left * right;
    case BinaryOp::And: return left & right;
    case BinaryOp::Or: return left | right;
    case BinaryOp::Xor: return left ^ right;
    case BinaryOp::Shl: return left << (right & 31);
    default: break;
  }
  return operands == Type::Int ? signedResult(op, intOf(left), intOf(right)) : unsignedResult(op, left, right);
}

BinaryOp combination(ReduceOp op) {
  switch (op) {
    case ReduceOp::Add: return BinaryOp::Add;
    case ReduceOp::Mul: return BinaryOp::Mul;
    case ReduceOp::Min: return BinaryOp::Min;
    case ReduceOp::Max: return BinaryOp::Max;
  }
  failInternal("an unknown reduction");
}

std::optional<BinaryOp> combinationOf(std::string_view rmwOperation) {
  if (rmwOperation == "add") return BinaryOp::Add;
  if (rmwOperation == "mul") return BinaryOp::Mul;
  if (rmwOperation == "min") return BinaryOp::Min;
  if (rmwOperation == "max") return BinaryOp::Max;
  if (rmwOperation == "or") return BinaryOp::Or;
  return std::nullopt;
}

namespace {

constexpr ReduceOp reductions[] = {ReduceOp::Add, ReduceOp::Mul, ReduceOp::Min, ReduceOp::Max};

operators::Constant identityOf(ReduceOp op) {
  const std::string_view text = syntax::symbolOf(combination(op)).text;
  for (const operators::Operator& row : operators::table())
    if (operators::canReduce(row) && row.spatial == text) return row.identity->value;
  failInternal("a reduction that is no operator's");
}

Word wordOfConstant(const operators::Constant& constant, Type type) {
  using Kind = operators::Constant::Kind;
  if (type == Type::Float) return wordOf(static_cast<float>(operators::realOf(constant)));
  if (constant.kind == Kind::Number) return static_cast<Word>(constant.number);
  const bool isLeast = constant.kind == Kind::Least;
  if (type == Type::Int) return wordOf(isLeast ? leastInt : std::numeric_limits<std::int32_t>::max());
  return isLeast ? 0 : std::numeric_limits<Word>::max();
}

}  // namespace

std::optional<ReduceOp> reductionBy(BinaryOp combined) {
  for (const ReduceOp op : reductions)
    if (combination(op) == combined) return op;
  return std::nullopt;
}

std::optional<std::string_view> rmwBy(BinaryOp combined) {
  for (const std::string_view operation : syntax::rmwOperations)
    if (combinationOf(operation) == combined) return operation;
  return std::nullopt;
}

Word identity(ReduceOp op, Type type) {
  static const auto identities = [] {
    std::array<operators::Constant, std::size(reductions)> all;
    for (const ReduceOp reduction : reductions) all[static_cast<std::size_t>(reduction)] = identityOf(reduction);
    return all;
  }();
  return wordOfConstant(identities[static_cast<std::size_t>(op)], type);
}

namespace {

/// Precondition: `lanes` is a power of two.
template <class Combine>
Word combinePairs(Word* lanes, std::size_t size, Combine combine) {
  for (; size > 1; size /= 2) {
    for (std::size_t lane = 0; lane < size / 2; ++lane) lanes[lane] = combine(lanes[2 * lane], lanes[2 * lane + 1]);
  }
  return lanes[0];
}

}  // namespace

// Fast path for the usual case, sums of floats: a dispatch per pair would cost more than the addition.
Word combineLanes(ReduceOp op, Type type, Word* lanes, std::size_t count, std::size_t width) {
  const auto size = roundedUp(width);
  std::fill(lanes + count, lanes + size, identity(op, type));
  const auto add = [](Word a, Word b) { return wordOf(floatOf(a) + floatOf(b)); };
  if (op == ReduceOp::Add && type == Type::Float) return combinePairs(lanes, size, add);
  return combinePairs(lanes, size, [&](Word a, Word b) { return apply(combination(op), type, a, b); });
}

std::size_t roundedUp(std::size_t width) {
  std::size_t power = 1;
  while (power < width) power *= 2;
  return power;
}

}  // namespace stardust::spatial
