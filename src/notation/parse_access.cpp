// Parses accesses: A(i,j), A[i,j], A_{i,j} and A(i + 1,3).
#include <fmt/format.h>

#include "notation/foreign.h"
#include "notation/foreign_text.h"
#include "notation/parse.h"
#include "notation/parse_index.h"
#include "support/brackets.h"

namespace stardust::notation {
namespace {

// The names of the indices parsed so far and of the remaining text, as indices of one access.
std::string shownWithRest(const Lexer& lexer, const std::string& tensor, std::vector<Index> indices) {
  for (const IndexVar& var : variablesIn("(" + listText(lexer) + ")"))
    if (!contains(variablesOf(indices), var)) indices.push_back(plainIndex(var));
  return shownAccess(tensor, indices);
}

std::vector<Index> parseIndices(Lexer& lexer, const Token& open, std::string_view closer, const std::string& tensor) {
  std::vector<Index> indices;
  if (lexer.accept(closer)) return indices;
  do {
    if (lexer.atEnd()) failNotClosed(lexer, open, shownAccess(tensor, indices));
    indices.push_back(parseIndex(lexer, {tensor, open, indices}));
  } while (lexer.accept(","));
  if (!lexer.at(closer) && lexer.peek().kind == TokenKind::Identifier && !lacksClosing(lexer))
    failUser(fmt::format("a ',' is missing between {} and {}", print(indices.back()), lexer.peek().text), lexer.here(),
             "an access has one index for each mode", shownWithRest(lexer, tensor, indices));
  close(lexer, open, fmt::format("',' or '{}'", closer), shownAccess(tensor, indices));
  return indices;
}

// Refuses A(i)(j) and A[i][j].
void refuseSecondBracket(const Lexer& lexer, const std::string& tensor, std::vector<Index> indices) {
  const std::string operand = operandText(lexer);
  if (!holdsNames(operand)) return;
  for (const IndexVar& var : variablesIn(operand)) indices.push_back(plainIndex(var));
  failUser(fmt::format("the indices of {} are in one pair of parentheses", tensor), lexer.here(), {},
           shownAccess(tensor, indices));
}

}  // namespace

Access parseAccess(Lexer& lexer, Location& where) {
  const Lexer begin = lexer;
  const Token token = lexer.peek();
  std::string name = lexer.expectIdentifier("a tensor").text;
  std::vector<Index> indices;
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
  return undeclaredAccess(std::move(name), std::move(indices));
}

}  // namespace stardust::notation
