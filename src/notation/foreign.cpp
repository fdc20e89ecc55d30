#include "notation/foreign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "notation/foreign_text.h"

namespace stardust::notation {
namespace {

[[noreturn]] void failOperator(const Lexer& lexer, const Token& op, const std::string& name,
                               const std::string& remedy) {
  failUnsupported(fmt::format("operator '{}'{} is not available", op.text, name.empty() ? "" : " (" + name + ")"),
                  lexer.where(op.span), legalOperators(), remedy);
}

bool isOneOf(const std::string& text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

std::string withIndices(const std::string& name, const std::vector<IndexVar>& vars) {
  return vars.empty() ? name : fmt::format("{}({})", name, fmt::join(vars, ","));
}

// The operand to the right of the operator, or a placeholder.
std::string rightOf(const Lexer& lexer, const Token& op) {
  const std::string text = operandText(after(lexer, op));
  return text.empty() ? "…" : text;
}

std::string powerOf(const Expr& base, const std::string& exponent) {
  constexpr int mostWritten = 8;
  int n = 0;
  const char* const end = exponent.data() + exponent.size();
  const auto read = std::from_chars(exponent.data(), end, n);
  const int factors = std::abs(n);
  if (read.ec != std::errc() || read.ptr != end || factors < 1 || factors > mostWritten)
    return "compute the power before, and give it as an operand";
  Expr product = base;
  for (int m = 1; m < factors; ++m) product = binary(operators::multiply, product, base);
  return n > 0 ? print(product) : "1 / " + grouped(print(product));
}

// A(j,i) for A, with the indices before or after the transposition sign.
std::string transposed(const Expr& base, const Lexer& rest) {
  const auto* read = std::get_if<Access>(&base->kind);
  if (!read) return "swap the indices: A(j,i)";
  std::vector<IndexVar> vars = read->indices;
  if (vars.empty()) vars = variablesIn("A" + operandText(rest));
  if (vars.size() == 1) return fmt::format("a vector has no transpose: {}({})", read->tensor.name, vars[0]);
  if (vars.empty()) return fmt::format("swap the indices: {}(j,i)", read->tensor.name);
  std::swap(vars[vars.size() - 2], vars.back());
  return "swap the indices: " + withIndices(read->tensor.name, vars);
}

// The product of two matrices without written indices, and of any other operands.
std::string matrixProduct(const Expr& left, const std::string& right) {
  const auto* read = std::get_if<Access>(&left->kind);
  const bool bare = read && read->indices.empty() && variablesIn(right).empty();
  return "a product is a sum over a shared index: " + (bare ? fmt::format("{}(i,k) * {}(k,j)", read->tensor.name, right)
                                                            : fmt::format("{} * {}", print(left), right));
}

// Suggests a 0/1 operand in place of a condition.
std::string maskOf(const Expr& left, const std::string& rest) {
  std::vector<IndexVar> vars = variables(left);
  for (const IndexVar& var : variablesIn(rest))
    if (!contains(vars, var)) vars.push_back(var);
  return withIndices("mask", vars);
}

bool isAdjacent(const Token& a, const Token& b) { return a.span.end == b.span.begin; }

}  // namespace

std::string legalOperators() { return "there are " + operators::listed(); }

void refusePrefix(const Lexer& lexer) {
  const Token op = operatorAt(lexer);
  const std::string& text = op.text;
  if (op.kind != TokenKind::Symbol) return;
  const auto operand = [&] { return rightOf(lexer, op); };
  if (const Op row = operators::findByAlias(text))
    failOperator(lexer, op, row->name, operators::written(*row, {operand()}));
  if (isOneOf(text, {"!", "~", "¬"}))
    failOperator(lexer, op, "not", fmt::format("of an operand that holds 0 or 1: 1 - {}", operand()));
  if (text == "+") failOperator(lexer, op, "a sign", fmt::format("leave it out: {}", operand()));
  if (isOneOf(text, {"−", "–"})) failOperator(lexer, op, "minus", "-" + operand());
  if (isOneOf(text, {"∑", "Σ"}))
    failOperator(lexer, op, "sum", "leave it out: a variable that is not on the left is summed");
  if (isOneOf(text, {"\\", "$"}))
    failOperator(lexer, op, "LaTeX", "y(i) = A(i,j) * x(j): a variable that is not on the left is summed");
  refuseFactor(lexer, literal(std::int64_t{0}));
  refuseTerm(lexer, literal(std::int64_t{0}));
}

void refusePostfix(const Lexer& lexer, const Expr& base) {
  const Token op = operatorAt(lexer);
  const std::string& text = op.text;
  if (op.kind != TokenKind::Symbol) return;
  const Lexer rest = after(lexer, op);
  const Token next = rest.peek();
  if (isOneOf(text, {"^", "**", ".^"})) {
    if (text == "^" && rest.atWord("T")) failOperator(lexer, op, "transpose", transposed(base, after(rest, next)));
    failOperator(lexer, op, "power", powerOf(base, operandText(rest)));
  }
  if (text == "²" || text == "³") failOperator(lexer, op, "power", powerOf(base, text == "²" ? "2" : "3"));
  if (isOneOf(text, {"'", "ᵀ", "⊤"})) failOperator(lexer, op, "transpose", transposed(base, rest));
  if (text == "." && next.kind == TokenKind::Identifier && isAdjacent(op, next)) {
    const Token member{TokenKind::Symbol, "." + next.text, {op.span.begin, next.span.end}};
    if (isOneOf(next.text, {"T", "mT", "H", "t", "transpose"}))
      failOperator(lexer, member, "transpose", transposed(base, after(rest, next)));
    failOperator(lexer, member, "a member", "a tensor is read as A(i,j), and has no members");
  }
}

void refuseFactor(const Lexer& lexer, const Expr& left) {
  const Token op = operatorAt(lexer);
  const std::string& text = op.text;
  if (op.kind != TokenKind::Symbol) return;
  const auto with = [&](const char* sign) { return fmt::format("{} {} {}", print(left), sign, rightOf(lexer, op)); };
  if (isOneOf(text, {"**", ".^"})) failOperator(lexer, op, "power", powerOf(left, rightOf(lexer, op)));
  if (isOneOf(text, {".*", "·", "×", "∗", "⋅", "⊙", "∘"}))
    failOperator(lexer, op, "multiplication", "'*' multiplies entry by entry: " + with("*"));
  if (isOneOf(text, {"./", "÷"})) failOperator(lexer, op, "division", "'/' divides entry by entry: " + with("/"));
  if (text == "//")
    failOperator(lexer, op, "division of integers", "'/' of integers (-t=int) drops the fraction: " + with("/"));
  if (text == "@") failOperator(lexer, op, "matrix product", matrixProduct(left, rightOf(lexer, op)));
  if (text == "%") failOperator(lexer, op, "remainder", "compute it before, and give it as an operand");
  if (text == "\\") failOperator(lexer, op, "LaTeX, or a solver's", "multiply with '*': " + with("*"));
}

void refuseTerm(const Lexer& lexer, const Expr& left) {
  const Token op = operatorAt(lexer);
  const std::string& text = op.text;
  if (op.kind != TokenKind::Symbol) return;
  const auto right = [&] { return rightOf(lexer, op); };
  const auto mask = [&] { return maskOf(left, restText(after(lexer, op))); };
  if (isOneOf(text, {"==", "!=", "<", ">", "<=", ">=", "<>", "<=>", "≤", "≥", "≠"}))
    failOperator(lexer, op, "a comparison",
                 fmt::format("give it as an operand that holds 1 where it is true, and 0 elsewhere: {}", mask()));
  if (isOneOf(text, {"&", "&&", "∧"}))
    failOperator(lexer, op, "and", fmt::format("of operands that hold 0 or 1: {} * {}", grouped(print(left)), right()));
  if (isOneOf(text, {"|", "||", "∨"}))
    failOperator(lexer, op, "or", fmt::format("of operands that hold 0 or 1: max({}, {})", print(left), right()));
  if (text == "?")
    failOperator(lexer, op, "a choice",
                 fmt::format("with an operand that holds 0 or 1: {0} * a + (1 - {0}) * b", mask()));
  if (isOneOf(text, {"<<", ">>"})) failOperator(lexer, op, "a shift", "multiply, or divide, by the power of two");
  if (isOneOf(text, {"−", "–"})) failOperator(lexer, op, "minus", fmt::format("{} - {}", print(left), right()));
  if (text == "!" || text == "~") failOperator(lexer, op, "", {});
}

}  // namespace stardust::notation
