#include "notation/foreign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

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
  return fmt::format("{} ^ {}", grouped(print(base)), exponent.empty() ? "…" : exponent);
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
  if (text == "¬") failOperator(lexer, op, "not", "!" + operand());
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
  if (text == "^" && rest.atWord("T")) failOperator(lexer, op, "transpose", transposed(base, after(rest, next)));
  if (text == ".^") failOperator(lexer, op, "power", powerOf(base, operandText(rest)));
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
  if (text == ".^") failOperator(lexer, op, "power", powerOf(left, rightOf(lexer, op)));
  if (isOneOf(text, {".*", "·", "×", "∗", "⋅", "⊙", "∘"}))
    failOperator(lexer, op, "multiplication", "'*' multiplies entry by entry: " + with("*"));
  if (isOneOf(text, {"./", "÷"})) failOperator(lexer, op, "division", "'/' divides entry by entry: " + with("/"));
  if (text == "//") failOperator(lexer, op, "floor division", fmt::format("floor({})", with("/")));
  if (text == "@") failOperator(lexer, op, "matrix product", matrixProduct(left, rightOf(lexer, op)));
  if (text == "\\") failOperator(lexer, op, "LaTeX, or a solver's", "multiply with '*': " + with("*"));
}

void refuseTerm(const Lexer& lexer, const Expr& left) {
  const Token op = operatorAt(lexer);
  const std::string& text = op.text;
  if (op.kind != TokenKind::Symbol) return;
  const auto right = [&] { return rightOf(lexer, op); };
  for (const auto& [other, ours] : {std::pair{"≤", "<="}, std::pair{"≥", ">="}, std::pair{"≠", "!="},
                                    std::pair{"<>", "!="}, std::pair{"∧", "&&"}, std::pair{"∨", "||"}})
    if (text == other) failOperator(lexer, op, {}, fmt::format("{} {} {}", print(left), ours, right()));
  if (text == "<=>") failOperator(lexer, op, "a comparison", fmt::format("sign({} - {})", print(left), right()));
  if (text == "?")
    failOperator(lexer, op, "a choice",
                 fmt::format("select({}, …, …), with the value where it holds first", print(left)));
  if (isOneOf(text, {"<<", ">>"})) failOperator(lexer, op, "a shift", "multiply, or divide, by the power of two");
  if (isOneOf(text, {"−", "–"})) failOperator(lexer, op, "minus", fmt::format("{} - {}", print(left), right()));
  if (text == "!" || text == "~") failOperator(lexer, op, "", {});
}

}  // namespace stardust::notation
