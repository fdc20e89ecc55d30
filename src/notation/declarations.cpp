#include "notation/declarations.h"

#include <fmt/format.h>

#include <algorithm>

#include "format/parse.h"
#include "notation/parse.h"

namespace stardust::notation {
namespace {

std::string declaration(const TensorVar& tensor) {
  std::string line = fmt::format("{:9} {}:", tensor.workspace ? "workspace" : "tensor", tensor.name);
  std::string format = toString(tensor.format);
  if (format.rfind(':', 0) == 0) format.erase(0, 1);  // a scalar on chip
  if (!format.empty()) line += " " + format;
  line += " " + toString(tensor.type);
  for (const std::int64_t dim : tensor.dims) line += fmt::format(" {}", dim);
  if (tensor.anyFormat) line += " anyFormat";
  if (tensor.isMadeUp) line += " madeUp";
  return line + "\n";
}

bool isDeclaration(const Lexer& lexer) {
  return (lexer.atWord("tensor") || lexer.atWord("workspace")) && lexer.peek(1).kind == TokenKind::Identifier;
}

bool isType(const Token& token) {
  return token.text == "int" || token.text == "long" || token.text == "float" || token.text == "double";
}

void extents(Lexer& lexer, TensorVar& tensor) {
  const Location where = lexer.here();
  while (lexer.peek().kind == TokenKind::Integer) tensor.dims.push_back(lexer.expectInteger("an extent"));
  if (!tensor.dims.empty() && static_cast<int>(tensor.dims.size()) != tensor.order())
    failUser(fmt::format("{} has {} extents and {} levels", tensor.name, tensor.dims.size(), tensor.order()), where);
}

TensorVar declarationIn(Lexer& lexer) {
  TensorVar tensor;
  tensor.workspace = lexer.next().text == "workspace";
  tensor.name = lexer.expectIdentifier("a tensor").text;
  lexer.expect(":", "':'");
  if (!isType(lexer.peek())) tensor.format = parseFormat(lexer);
  const Token type = lexer.expectIdentifier("a value type: int, long, float or double");
  if (!isType(type))
    failUser(fmt::format("{} is not a value type", type.text), lexer.where(type.span), {},
             "int, long, float or double");
  tensor.type = parseValueType(type.text);
  extents(lexer, tensor);
  for (; lexer.atWord("anyFormat") || lexer.atWord("madeUp"); lexer.next())
    (lexer.atWord("madeUp") ? tensor.isMadeUp : tensor.anyFormat) = true;
  if (!lexer.atEnd() && lexer.peek().kind != TokenKind::Newline)
    lexer.failExpected("an extent, anyFormat, madeUp, or the end of the line");
  return tensor;
}

}  // namespace

std::string printDeclarations(const std::vector<TensorVar>& tensors) {
  std::vector<std::string> seen;
  std::string text;
  for (const TensorVar& tensor : tensors) {
    if (std::find(seen.begin(), seen.end(), tensor.name) != seen.end()) continue;
    seen.push_back(tensor.name);
    text += declaration(tensor);
  }
  return text;
}

std::map<std::string, TensorVar> parseDeclarations(Lexer& lexer) {
  std::map<std::string, TensorVar> tensors;
  while (lexer.peek().kind == TokenKind::Newline || isDeclaration(lexer)) {
    if (lexer.peek().kind == TokenKind::Newline) {
      lexer.next();
      continue;
    }
    const Location where = lexer.here();
    const TensorVar tensor = declarationIn(lexer);
    if (!tensors.emplace(tensor.name, tensor).second) failUser(fmt::format("{} is declared twice", tensor.name), where);
  }
  return tensors;
}

const TensorVar& declaredTensor(const std::map<std::string, TensorVar>& tensors, const Access& access,
                                const Location& where) {
  const auto found = tensors.find(access.tensor.name);
  if (found == tensors.end())
    failUser(fmt::format("{} is not declared", access.tensor.name), where, {},
             fmt::format("a line such as tensor {}: ds float 600 500 above the statement", access.tensor.name));
  if (found->second.order() != static_cast<int>(access.indices.size()))
    failUser(fmt::format("{} has {} levels and {} indices", access.tensor.name, found->second.order(),
                         access.indices.size()),
             where);
  return found->second;
}

Expr withDeclared(const Expr& expr, const std::map<std::string, TensorVar>& tensors) {
  return rewrite(expr, [&](const Expr& e) {
    const auto* a = std::get_if<Access>(&e->kind);
    return a ? access(declaredAs(a->tensor, declaredTensor(tensors, *a, e->where)), a->indices, e->where) : Expr();
  });
}

std::string printListing(const Assignment& assignment) {
  std::vector<TensorVar> tensors = {assignment.lhs.tensor};
  for (const Access& access : accesses(assignment.rhs)) tensors.push_back(access.tensor);
  return printDeclarations(tensors) + print(assignment) + "\n";
}

Assignment parseListing(const Source& source) {
  Lexer lines(source, true);
  const auto tensors = parseDeclarations(lines);
  Lexer rest(source, {lines.peek().span.begin, source->text.size()});
  Assignment assignment = parseAssignment(rest);
  for (const PlacedAccess& placed : placedAccesses(assignment))
    if (!placed.access.computed.empty())
      failUnsupported(fmt::format("the index of {} is computed", print(placed.access)), placed.where,
                      "passes run on the views of tensors with computed indices, which the tool makes before",
                      "declare the view as a tensor of its own, with a mode for each variable");
  assignment.lhs.tensor = declaredTensor(tensors, assignment.lhs, assignment.lhsWhere);
  assignment.rhs = withDeclared(assignment.rhs, tensors);
  verify(assignment);
  requireValueType(assignment);
  requireOneExtent(placedAccesses(assignment));
  return assignment;
}

}  // namespace stardust::notation
