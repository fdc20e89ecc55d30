// Prints expressions as Scala text, with the fewest parentheses that Scala's precedence permits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spatial/spatial.h"
#include "spatial/syntax.h"

namespace stardust::spatial {
namespace {

/// Binds tighter than any infix operator: names, calls, literals.
constexpr int atomic = 100;

std::string digits(double value) {
  if (value == std::floor(value) && std::fabs(value) <= 4294967295.0 && !(value == 0 && std::signbit(value))) {
    const auto integer = static_cast<std::int64_t>(value);
    const bool isLong = integer < -2147483648 || integer > 2147483647;
    return fmt::format("{}{}", integer, isLong ? "L" : "");
  }
  return syntax::printDecimal(value);
}

std::string literal(const Literal& n) {
  if (n.type == Type::Bit) return n.value != 0 ? "true" : "false";
  if (n.type == Type::Int) return digits(n.value);
  return fmt::format("{}.to[{}]", digits(n.value), syntax::typeName(n.type));
}

struct Text {
  std::string text;
  int precedence = atomic;
};

std::string inside(const Text& operand, int atLeast) {
  return operand.precedence >= atLeast ? operand.text : fmt::format("({})", operand.text);
}

Text toText(const Expr& expr);

Text prefix(const Unary& n) {
  const auto operand = toText(n.operand);
  const auto hasOp = [&](const syntax::Function& f) { return f.op == n.op; };
  const auto call = std::find_if(syntax::functions.begin(), syntax::functions.end(), hasOp);
  if (call != syntax::functions.end()) return {fmt::format("{}({})", call->name, operand.text)};
  const auto conversion = std::find_if(syntax::conversions.begin(), syntax::conversions.end(), hasOp);
  if (conversion != syntax::conversions.end()) return {fmt::format("({}).{}", operand.text, conversion->name)};
  // "-3" would be parsed as a literal.
  const bool isLiteral = std::holds_alternative<Literal>(n.operand->kind);
  const char sign = n.op == UnaryOp::Neg ? '-' : '!';
  return {isLiteral ? fmt::format("{}({})", sign, operand.text) : fmt::format("{}{}", sign, inside(operand, atomic)),
          atomic - 1};
}

Text infix(const Binary& n) {
  const auto left = toText(n.left);
  const auto right = toText(n.right);
  const auto& symbol = syntax::symbolOf(n.op);
  if (symbol.precedence == 0) return {fmt::format("{}({}, {})", symbol.text, left.text, right.text)};
  return {fmt::format("{} {} {}", inside(left, symbol.precedence), symbol.text, inside(right, symbol.precedence + 1)),
          symbol.precedence};
}

std::string text(const Expr& expr) { return toText(expr).text; }

Text toText(const Expr& expr) {
  return match(
      expr->kind, [](const Literal& n) { return Text{literal(n)}; },
      [](const Name& n) { return Text{n.isValue ? n.name + ".value" : n.name}; },
      [](const Unary& n) { return prefix(n); }, [](const Binary& n) { return infix(n); },
      [](const Mux& n) {
        return Text{fmt::format("mux({}, {}, {})", text(n.condition), text(n.ifTrue), text(n.ifFalse))};
      },
      [](const Read& n) { return Text{fmt::format("{}({})", n.memory, text(n.index))}; },
      [](const SparseRead& n) { return Text{fmt::format("{}.barrierRead({}, Seq())", n.memory, text(n.index))}; },
      [](const Deq& n) { return Text{n.fifo + ".deq"}; }, [](const Rmw& n) { return Text{syntax::print(n)}; },
      [](const Length& n) { return Text{n.array + ".length"}; });
}

}  // namespace

std::string print(const Expr& expr) { return text(expr); }

std::string syntax::printDecimal(double value) {
  const auto text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string syntax::printOperand(const Expr& expr) { return inside(toText(expr), atomic); }
std::string syntax::printInfix(const Expr& expr) { return inside(toText(expr), symbolOf(BinaryOp::Or).precedence); }

std::string syntax::print(const Rmw& n) {
  return fmt::format("{}.RMW({}, {}, \"{}\", \"{}\", Seq())", n.memory, text(n.index), text(n.value), n.op, n.order);
}

}  // namespace stardust::spatial
