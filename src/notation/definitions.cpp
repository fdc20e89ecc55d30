#include "notation/definitions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "notation/parse.h"
#include "support/plural.h"

namespace stardust::notation {

std::vector<std::string> parseParameters(Lexer& lexer, const std::string& name) {
  std::vector<std::string> parameters;
  lexer.expect("(", fmt::format("'(' and the parameters of {}", name));
  do {
    const Token parameter = lexer.expectIdentifier("a parameter");
    if (contains(parameters, parameter.text))
      failUser(fmt::format("the parameter {} occurs twice", parameter.text), lexer.where(parameter.span));
    parameters.push_back(parameter.text);
  } while (lexer.accept(","));
  lexer.expect(")", "',' or ')' after a parameter");
  return parameters;
}

// A definition has no tensors: its names are parameters.
void requireParameters(const Expr& body, const std::string& name, const std::vector<std::string>& parameters) {
  rewrite(body, [&](const Expr& e) {
    const auto* read = std::get_if<Access>(&e->kind);
    if (!read) return Expr();
    if (read->tensor.name == name && !read->indices.empty())
      failUnsupported(fmt::format("{} calls itself", name), e->where, "a call is replaced by the definition");
    if (!read->indices.empty() || !contains(parameters, read->tensor.name))
      failUser(fmt::format("{} is not a parameter of {}", print(*read), name), e->where,
               fmt::format("the parameters are {}", fmt::join(parameters, ", ")), "pass the tensor as an operand");
    return Expr();
  });
}

void requireNewName(const Token& name, const Lexer& lexer, const Definitions& definitions) {
  if (operators::function(name.text) || definitions.count(name.text) != 0)
    failUser(fmt::format("there is a function {}", name.text), lexer.where(name.span), {}, "choose another name");
}

const Definitions& builtInDefinitions() {
  static const Definitions all = [] {
    Definitions definitions;
    for (const char* text : {"relu(a) = max(a, 0)", "recip(a) = 1 / a", "neg(a) = -a"}) {
      Lexer lexer(makeSource("<definition>", text));
      parseDefinition(lexer, definitions);
    }
    return definitions;
  }();
  return all;
}

void parseDefinition(Lexer& lexer, Definitions& definitions) {
  const Token name = lexer.expectIdentifier("the name of the function");
  requireNewName(name, lexer, definitions);
  Definition definition;
  definition.parameters = parseParameters(lexer, name.text);
  lexer.expect("=", "'=' and the value of the function");
  Lexer calls = lexer;
  for (; !calls.atEnd() && calls.peek().kind != TokenKind::Newline; calls.next())
    if (calls.atWord(name.text) && calls.peek(1).text == "(")
      failUnsupported(fmt::format("{} calls itself", name.text), calls.here(),
                      "a call is replaced by the definition, which would not end");
  definition.body = parseExpr(lexer, definitions);
  requireParameters(definition.body, name.text, definition.parameters);
  definitions.emplace(name.text, std::move(definition));
}

Expr expanded(const Definition& definition, const std::vector<Expr>& operands, Location where) {
  const Expr body = rewrite(definition.body, [&](const Expr& e) {
    const auto* parameter = std::get_if<Access>(&e->kind);
    if (!parameter) return Expr();
    const auto at = std::find(definition.parameters.begin(), definition.parameters.end(), parameter->tensor.name);
    return operands[static_cast<std::size_t>(at - definition.parameters.begin())];
  });
  return Expr(ExprNode{body->kind, std::move(where)});
}

}  // namespace stardust::notation
