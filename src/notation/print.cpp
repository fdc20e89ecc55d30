#include <fmt/format.h>

#include <cmath>

#include "notation/expr.h"

namespace stardust::notation {
namespace {

enum Precedence { Additive = 1, Multiplicative = 2, Unary = 3, Atom = 4 };

Precedence precedenceOf(const Expr& expr) {
  return match(
      expr->kind, [](const Access&) { return Atom; },
      [](const Literal& l) {
        const bool negative = match(
            l.value, [](std::int64_t v) { return v < 0; }, [](double v) { return std::signbit(v); });
        return negative ? Unary : Atom;
      },
      [](const Negate&) { return Unary; },
      [](const Binary& b) { return isAdditive(b.op)         ? Additive
                                   : isMultiplicative(b.op) ? Multiplicative
                                                            : Atom; });
}

const char* symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return "+";
    case BinaryOp::Sub: return "-";
    case BinaryOp::Mul: return "*";
    case BinaryOp::Div: return "/";
    case BinaryOp::Min: return "min";
    case BinaryOp::Max: return "max";
  }
  return "?";
}

std::string parenthesised(const Expr& expr, Precedence least) {
  return precedenceOf(expr) < least ? "(" + print(expr) + ")" : print(expr);
}

// min(min(a, b), c) prints as min(a, b, c), which is how that is read.
std::string operands(BinaryOp op, const Expr& left, const Expr& right) {
  const auto* inner = std::get_if<Binary>(&left->kind);
  const bool same = inner && inner->op == op;
  return fmt::format("{}, {}", same ? operands(op, inner->left, inner->right) : print(left), print(right));
}

// A decimal literal keeps a point, so that it reads back as one.
std::string decimal(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".einf") == std::string::npos ? text + ".0" : text;
}

}  // namespace

std::string print(const Access& access) {
  if (access.indices.empty()) return access.tensor.name;
  return fmt::format("{}({})", access.tensor.name, fmt::join(access.indices, ","));
}

std::string print(const Expr& expr) {
  return match(
      expr->kind, [](const Access& a) { return print(a); },
      [](const Literal& l) {
        return match(
            l.value, [](std::int64_t v) { return std::to_string(v); }, [](double v) { return decimal(v); });
      },
      [](const Negate& n) { return "-" + parenthesised(n.operand, Atom); },
      [](const Binary& b) {
        if (!isAdditive(b.op) && !isMultiplicative(b.op))
          return fmt::format("{}({})", symbol(b.op), operands(b.op, b.left, b.right));
        const Precedence own = isAdditive(b.op) ? Additive : Multiplicative;
        // Operators associate to the left: a right operand of the same precedence needs its parentheses.
        return fmt::format("{} {} {}", parenthesised(b.left, own), symbol(b.op),
                           parenthesised(b.right, static_cast<Precedence>(own + 1)));
      });
}

std::string print(const Assignment& assignment) {
  return fmt::format("{} {} {}", print(assignment.lhs), symbol(assignment.op), print(assignment.rhs));
}

const char* symbol(AssignOp op) {
  switch (op) {
    case AssignOp::Set: return "=";
    case AssignOp::Add: return "+=";
    case AssignOp::Mul: return "*=";
    case AssignOp::Min: return "min=";
    case AssignOp::Max: return "max=";
  }
  return "?";
}

}  // namespace stardust::notation
