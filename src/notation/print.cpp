#include <fmt/format.h>

#include <cmath>

#include "notation/expr.h"

namespace stardust::notation {
namespace {

constexpr int unary = operators::prefixes, atom = operators::power + 1;

int precedenceOf(const Expr& expr) {
  return match(
      expr->kind, [](const Access&) { return atom; },
      [](const Literal& l) {
        const bool negative = match(
            l.value, [](std::int64_t v) { return v < 0; }, [](double v) { return std::signbit(v); },
            [](const Imaginary& v) { return std::signbit(v.value); });
        return negative ? unary : atom;
      },
      [](const Call& c) {
        if (c.op->fixity == operators::Fixity::Infix) return c.op->precedence;
        return c.op->fixity == operators::Fixity::Prefix ? unary : atom;
      });
}

std::string parenthesised(const Expr& expr, int least) {
  return precedenceOf(expr) < least ? "(" + print(expr) + ")" : print(expr);
}

// Flattens: min(min(a, b), c) prints as min(a, b, c), which parses to the same tree.
std::vector<std::string> argumentsOf(const Call& call) {
  std::vector<std::string> all;
  const Call* inner = operators::chains(*call.op) ? callOf(call.operands[0], call.op) : nullptr;
  if (inner) all = argumentsOf(*inner);
  for (std::size_t n = inner ? 1 : 0; n < call.operands.size(); ++n) all.push_back(print(call.operands[n]));
  return all;
}

std::string print(const Call& call) {
  const operators::Operator& op = *call.op;
  if (op.fixity == operators::Fixity::Function) return operators::written(op, argumentsOf(call));
  if (op.fixity == operators::Fixity::Prefix) return operators::written(op, {parenthesised(call.operands[0], atom)});
  if (op.precedence == operators::power)
    return operators::written(op, {parenthesised(call.operands[0], atom), parenthesised(call.operands[1], unary)});
  // Other operators are left-associative: a right operand of equal precedence is parenthesised. Comparisons are not.
  const int left = op.precedence == operators::comparison ? op.precedence + 1 : op.precedence;
  return operators::written(
      op, {parenthesised(call.operands[0], left), parenthesised(call.operands[1], op.precedence + 1)});
}

// A decimal literal keeps its point, so that it parses as a decimal.
std::string decimal(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".einf") == std::string::npos ? text + ".0" : text;
}

}  // namespace

std::string print(const Access& access) {
  if (!access.computed.empty()) {
    std::vector<std::string> texts;
    for (const Index& index : access.computed) texts.push_back(print(index));
    return fmt::format("{}({})", access.tensor.name, fmt::join(texts, ","));
  }
  if (access.indices.empty()) return access.tensor.name;
  if (access.tensor.isIndexValue) return access.indices.front();
  return fmt::format("{}({})", access.tensor.name, fmt::join(access.indices, ","));
}

std::string print(const Expr& expr) {
  return match(
      expr->kind, [](const Access& a) { return print(a); },
      [](const Literal& l) {
        return match(
            l.value, [](std::int64_t v) { return std::to_string(v); }, [](double v) { return decimal(v); },
            [](const Imaginary& v) { return fmt::format("{}i", v.value); });
      },
      [](const Call& c) { return print(c); });
}

std::string print(const Assignment& assignment) {
  return fmt::format("{} {} {}", print(assignment.lhs), symbol(assignment.op), print(assignment.rhs));
}

std::string symbol(const AssignOp& op) { return op == AssignOp::Set ? "=" : std::string(op.reduction()->text) + "="; }

}  // namespace stardust::notation
