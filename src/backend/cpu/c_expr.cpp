#include "backend/cpu/c_expr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "backend/cpu/idioms/idiom.h"
#include "loops/build.h"
#include "support/diagnostic.h"

namespace stardust::cpu {
namespace {

using namespace loops;

// C's operator precedences, as far as used; larger binds tighter.
constexpr int choice = 1, logicalOr = 2, logicalAnd = 3, bitOr = 4, bitAnd = 5, equality = 6, relation = 7, shift = 8,
              sum = 9, product = 10, prefix = 11;

struct Operator {
  BinaryOp op;
  const char* sign;
  int level;
};
constexpr Operator operators[] = {
    {BinaryOp::Add, "+", sum},       {BinaryOp::Sub, "-", sum},       {BinaryOp::Mul, "*", product},
    {BinaryOp::Div, "/", product},   {BinaryOp::Rem, "%", product},   {BinaryOp::And, "&&", logicalAnd},
    {BinaryOp::Or, "||", logicalOr}, {BinaryOp::BitAnd, "&", bitAnd}, {BinaryOp::BitOr, "|", bitOr},
    {BinaryOp::Shl, "<<", shift},    {BinaryOp::Shr, ">>", shift},    {BinaryOp::Lt, "<", relation},
    {BinaryOp::Le, "<=", relation},  {BinaryOp::Gt, ">", relation},   {BinaryOp::Ge, ">=", relation},
    {BinaryOp::Eq, "==", equality},  {BinaryOp::Ne, "!=", equality},
};

const Operator& operatorOf(BinaryOp op) {
  for (const Operator& candidate : operators)
    if (candidate.op == op) return candidate;
  failInternal("an operator has no sign in C");
}

std::string real(double value, bool narrow) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  std::string text = narrow ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return narrow ? text + "f" : text;
}

std::string integer(std::int64_t value, Type type) {
  if (type == Type::Bool) return value ? "true" : "false";
  if (type == Type::U32) return fmt::format("{}u", static_cast<std::uint32_t>(value));
  if (type == Type::U64 && value < 0) return fmt::format("UINT64_C({})", static_cast<std::uint64_t>(value));
  if (value == std::numeric_limits<std::int64_t>::min()) return "INT64_MIN";
  if (value == std::numeric_limits<std::int32_t>::min()) return "INT32_MIN";
  const bool fits = value == static_cast<std::int32_t>(value);
  return fits ? fmt::format("{}", value) : fmt::format("INT64_C({})", value);
}

std::string literalText(const Literal& l, Type type, const ExprContext& context) {
  if (isComplex(type)) {
    const bool narrow = type == Type::C64, isReal = l.imaginary == 0 && !std::signbit(l.imaginary);
    if (isReal) return real(l.real, narrow);
    return fmt::format("{}({}, {})", typedHelper("complex", type, context), real(l.real, narrow),
                       real(l.imaginary, narrow));
  }
  return isFloat(type) ? real(l.real, type == Type::F32) : integer(l.integer, type);
}

bool isLiteral(const Expr& expr) { return std::holds_alternative<Literal>(expr->kind); }

// Whether C's division agrees with ours depends on the divisor.
bool needsHelper(const Binary& b, Type type) {
  if ((b.op != BinaryOp::Div && b.op != BinaryOp::Rem) || !isInteger(type) || type == Type::U32 || type == Type::U64)
    return false;
  const auto* divisor = std::get_if<Literal>(&b.right->kind);
  return !divisor || divisor->integer == -1;
}

class ExprPrinter {
 public:
  explicit ExprPrinter(const ExprContext& context) : context_(context) {}

  // Parenthesised if the outermost operator binds less tightly than `level`.
  std::string print(const Expr& expr, int level) const {
    const auto [text, own] = printed(expr);
    return own < level ? "(" + text + ")" : text;
  }

 private:
  static constexpr int primary = 12;
  using Text = std::pair<std::string, int>;

  Text printed(const Expr& expr) const {
    if (const auto other = context_.instead ? context_.instead(expr) : std::nullopt) return {*other, primary};
    return match(
        expr->kind,
        [&](const Literal& l) {
          const std::string text = literalText(l, expr->type, context_);
          return Text{text, text[0] == '-' ? prefix : primary};
        },
        [&](const Variable& v) {
          return Text{context_.names.of(v.name), primary};
        },
        [&](const Load& l) {
          return Text{fmt::format("{}[{}]", context_.arrayName(l.array), print(l.index, 0)), primary};
        },
        [&](const Unary& u) { return unary(u); }, [&](const Binary& b) { return binary(b, expr->type); },
        [&](const Call& c) { return called(operators::callName(*c.op), c.operands, c.operands[0]->type); },
        [&](const Select& s) {
          return Text{fmt::format("{} ? {} : {}", print(s.condition, logicalOr), print(s.ifTrue, logicalOr),
                                  print(s.ifFalse, logicalOr)),
                      choice};
        },
        [&](const Cast& c) {
          if (isHalf(c.operand->type)) return called("widened", {c.operand}, c.operand->type);
          if (isHalf(expr->type)) return called("narrowed", {c.operand}, expr->type);
          if (isComplex(expr->type)) context_.helpers.insert(cType(expr->type));
          return Text{fmt::format("({}){}", cType(expr->type), print(c.operand, prefix)), prefix};
        },
        [&](const Find& f) {
          context_.helpers.insert("find_key");
          const std::string keys = context_.arrayName(f.keys);
          return Text{fmt::format("find_key({0}, {0}_length, {1})", keys, print(f.key, 0)), primary};
        },
        [&](const Length& l) {
          return Text{context_.arrayName(l.array) + "_length", primary};
        },
        [](const Threads&) {
          return Text{"(int64_t)threads", prefix};
        },
        [&](const IdiomCall& c) {
          const IdiomInC* row = inC(*c.idiom);
          require(row && row->expression, "an expression that is an idiom has C");
          return Text{row->expression(CallInC(c, context_, nullptr)), primary};
        });
  }

  Text unary(const Unary& u) const {
    // One level up: adjacent minus signs would form a decrement.
    if (u.op == UnaryOp::Neg) return {fmt::format("-{}", print(u.operand, primary)), prefix};
    if (u.op == UnaryOp::Not) return {fmt::format("!{}", print(u.operand, prefix)), prefix};
    const char* helper = u.op == UnaryOp::CountOnes ? "count_ones" : "trailing_zeros";
    context_.helpers.insert(helper);
    return {fmt::format("{}({})", helper, print(u.operand, 0)), primary};
  }

  Text binary(const Binary& b, Type type) const {
    if (b.op == BinaryOp::Min || b.op == BinaryOp::Max)
      return called(b.op == BinaryOp::Min ? "min" : "max", {b.left, b.right}, type);
    if (b.op == BinaryOp::Mul && isComplex(type)) return called("times", {b.left, b.right}, type);
    if (needsHelper(b, type)) return called(b.op == BinaryOp::Div ? "div" : "rem", {b.left, b.right}, type);
    const Operator& op = operatorOf(b.op);
    // The sum of two literals would have type int in C.
    std::string left = print(b.left, leftLevel(b, op));
    if (isLiteral(b.left) && isLiteral(b.right))
      left = fmt::format("({}){}", cType(b.left->type), print(b.left, prefix));
    return {fmt::format("{} {} {}", left, op.sign, print(b.right, rightLevel(b, op))), op.level};
  }

  // Operands that C allows without parentheses, but for which its compilers warn: && inside ||, and shifts beside sums.
  static bool confusing(const Operator& op, const Expr& operand) {
    const auto* inner = std::get_if<Binary>(&operand->kind);
    if (!inner || inner->op == BinaryOp::Min || inner->op == BinaryOp::Max || op.level >= sum) return false;
    const int level = operatorOf(inner->op).level;
    if (op.level <= logicalAnd && isComparison(level)) return false;
    if (isComparison(op.level) && level >= sum) return false;
    return level != op.level;
  }
  static bool isComparison(int level) { return level == equality || level == relation; }
  static int leftLevel(const Binary& b, const Operator& op) {
    if (confusing(op, b.left)) return prefix;
    return isComparison(op.level) ? op.level + 1 : op.level;
  }
  static int rightLevel(const Binary& b, const Operator& op) { return confusing(op, b.right) ? prefix : op.level + 1; }

  Text called(const char* helper, const std::vector<Expr>& operands, Type type) const {
    std::vector<std::string> texts;
    for (const Expr& operand : operands) texts.push_back(print(operand, 0));
    return {fmt::format("{}({})", typedHelper(helper, type, context_), fmt::join(texts, ", ")), primary};
  }

  const ExprContext& context_;
};

}  // namespace

std::string cType(Type type) {
  switch (type) {
    case Type::Bool: return "bool";
    case Type::U32: return "uint32_t";
    case Type::I32: return "int32_t";
    case Type::I64: return "int64_t";
    case Type::U64: return "uint64_t";
    case Type::I8: return "int8_t";
    case Type::I16: return "int16_t";
    case Type::U8: return "uint8_t";
    case Type::U16: return "uint16_t";
    case Type::F16: return "f16_bits";
    case Type::BF16: return "bf16_bits";
    case Type::F32: return "float";
    case Type::F64: return "double";
    case Type::C64: return "complex64";
    case Type::C128: return "complex128";
  }
  failInternal("a type has no name in C");
}

std::string typedHelper(const char* name, Type type, const ExprContext& context) {
  return *context.helpers.insert(fmt::format("{}_{}", name, toString(type))).first;
}

std::string printExpr(const Expr& expr, const ExprContext& context) { return ExprPrinter(context).print(expr, 0); }

std::string printTerm(const Expr& expr, const ExprContext& context) { return ExprPrinter(context).print(expr, sum); }

std::string printValue(const Expr& expr, const ExprContext& context) {
  const auto* cast = std::get_if<Cast>(&expr->kind);
  const bool isImplicit = cast && !isComplex(expr->type) && !isComplex(cast->operand->type) && !isHalf(expr->type) &&
                          !isHalf(cast->operand->type);
  return printExpr(isImplicit ? cast->operand : expr, context);
}

}  // namespace stardust::cpu
