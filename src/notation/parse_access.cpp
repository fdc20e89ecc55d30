// Parses accesses: A(i,j), A[i,j] and A_{i,j}.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "notation/foreign.h"
#include "notation/foreign_text.h"
#include "notation/parse.h"
#include "support/brackets.h"

namespace stardust::notation {
namespace {

constexpr const char* indexRule = "an access has one index variable for each mode";

std::string shown(const std::string& tensor, const std::vector<IndexVar>& indices) {
  return indices.empty() ? fmt::format("{}(i,j)", tensor) : fmt::format("{}({})", tensor, fmt::join(indices, ","));
}

// The index variables parsed so far, and the names in the remaining text.
std::vector<IndexVar> allIndices(const Lexer& lexer, std::vector<IndexVar> indices) {
  for (const IndexVar& var : variablesIn("(" + listText(lexer) + ")"))
    if (!contains(indices, var)) indices.push_back(var);
  return indices;
}

[[noreturn]] void failComputed(const Lexer& lexer, const Token& op, const std::string& tensor,
                               const std::vector<IndexVar>& indices) {
  const bool moves = op.text == "+" || op.text == "-";
  failUnsupported(
      "an index is computed", lexer.where(op.span), indexRule,
      fmt::format("an index is a variable: {}{}", shown(tensor, indices),
                  moves ? "; a tensor that is moved along its last mode is made with -g=B:rotate(A,1)" : ""));
}

// Reports an illegal token in place of an index variable.
[[noreturn]] void failIndex(const Lexer& lexer, const Token& open, const std::string& tensor,
                            const std::vector<IndexVar>& before) {
  const Token found = operatorAt(lexer);
  const Location where = lexer.where(found.span);
  if (lexer.atEnd()) failNotClosed(lexer, open, shown(tensor, before));
  if (found.kind == TokenKind::Integer || found.kind == TokenKind::Decimal) {
    const Token next = lexer.peek(1);
    if (next.kind == TokenKind::Symbol && std::string_view("+-*/").find(next.text) != std::string_view::npos)
      failComputed(lexer, next, tensor, allIndices(lexer, before));
    failUnsupported("an index is a number", where, indexRule,
                    "give this slice as an operand of its own, or multiply by an operand that holds 1 there alone");
  }
  if (found.text == ":" || found.text == "...")
    failUnsupported("an index is a slice", where, indexRule,
                    fmt::format("name the variable of each mode: {}(i,j)", tensor));
  if (!before.empty() && std::string_view(")]}").find(found.text) != std::string_view::npos)
    failUser("after ',' an index variable is missing", where, indexRule, shown(tensor, before));
  lexer.failExpected("an index variable");
}

// Reports an illegal token after an index variable.
void refuseAfterIndex(const Lexer& lexer, const std::string& tensor, const std::vector<IndexVar>& before) {
  const Token found = operatorAt(lexer);
  if (found.kind == TokenKind::Identifier && !lacksClosing(lexer))
    failUser(fmt::format("a ',' is missing between {} and {}", before.back(), found.text), lexer.here(), indexRule,
             shown(tensor, allIndices(lexer, before)));
  const bool isBracket =
      found.text.size() == 1 && std::string_view("()[]{}").find(found.text) != std::string_view::npos;
  if (found.kind == TokenKind::Symbol && !isBracket && !lacksClosing(lexer))
    failComputed(lexer, found, tensor, allIndices(lexer, before));
}

std::vector<IndexVar> parseIndices(Lexer& lexer, const Token& open, std::string_view closer,
                                   const std::string& tensor) {
  std::vector<IndexVar> indices;
  if (lexer.accept(closer)) return indices;
  do {
    if (lexer.peek().kind != TokenKind::Identifier) failIndex(lexer, open, tensor, indices);
    indices.push_back(lexer.next().text);
  } while (lexer.accept(","));
  if (!lexer.at(closer)) refuseAfterIndex(lexer, tensor, indices);
  close(lexer, open, fmt::format("',' or '{}'", closer), shown(tensor, indices));
  return indices;
}

// Refuses A(i)(j) and A[i][j].
void refuseSecondBracket(const Lexer& lexer, const std::string& tensor, std::vector<IndexVar> indices) {
  const std::string operand = operandText(lexer);
  if (!holdsNames(operand)) return;
  for (const IndexVar& var : variablesIn(operand)) indices.push_back(var);
  failUser(fmt::format("the indices of {} are in one pair of parentheses", tensor), lexer.here(), {},
           shown(tensor, indices));
}

TensorVar undeclared(std::string name, std::size_t order) {
  TensorVar tensor;
  tensor.name = std::move(name);
  tensor.format = denseFormat(static_cast<int>(order));
  return tensor;
}

}  // namespace

Access parseAccess(Lexer& lexer, Location& where) {
  const Lexer begin = lexer;
  const Token token = lexer.peek();
  std::string name = lexer.expectIdentifier("a tensor").text;
  std::vector<IndexVar> indices;
  const Token open = lexer.peek();
  // TACO's A_{i,j}: the underscore belongs to the subscript.
  if (name.size() > 1 && name.back() == '_' && lexer.accept("{")) {
    name.pop_back();
    indices = parseIndices(lexer, open, "}", name);
  } else if (lexer.accept("[")) {
    indices = parseIndices(lexer, open, "]", name);
  } else if (lexer.accept("(")) {
    if (operators::function(name))
      failUser(fmt::format("{} is a function, not a tensor", name), {lexer.source(), token.span},
               "a result is assigned, an operand of a schedule is a tensor", "call the tensor otherwise");
    refuseCall(begin);
    indices = parseIndices(lexer, open, ")", name);
  }
  refuseSecondBracket(lexer, name, indices);
  where = lexer.since(token.span.begin);
  return {undeclared(std::move(name), indices.size()), std::move(indices)};
}

}  // namespace stardust::notation
