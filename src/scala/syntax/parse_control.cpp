// Blocks, functions and control structures.
#include <fmt/format.h>

#include "scala/syntax/parser.h"

namespace stardust::scala {

bool ExpressionParser::startsLambda() const {
  if (t_.is("=>", 1)) return t_.isName();
  if (t_.is("implicit")) return t_.is("=>", 2);
  if (t_.is("(")) return t_.is("=>", t_.closing(0));
  if (!t_.is(":", 1) || !t_.isName() || !t_.isName(2)) return false;
  std::size_t ahead = 3;
  while (t_.is(".", ahead) && t_.isName(ahead + 1)) ahead += 2;
  return t_.is("=>", t_.is("[", ahead) ? t_.closing(ahead) : ahead);
}

/// (a, b) => body; in a block, the body is all statements to its end.
Tree ExpressionParser::lambda(bool isBlock) {
  const auto first = t_.at();
  t_.accept("implicit");
  LambdaTree result;
  if (t_.accept("(")) {
    const TokenCursor::Lines lines(t_, false);
    while (!t_.is(")") && !t_.isEnd()) {
      result.parameters.push_back(p_.patterns.pattern(PatternOf::Parameter));
      if (!t_.accept(",")) break;
    }
    t_.expect(")", "after the parameters");
  } else {
    Pattern parameter;  // _
    if (!t_.accept("_")) {
      parameter.kind = Pattern::Kind::Bind;
      parameter.name = t_.name("a parameter");
    }
    if (t_.accept(":"))
      parameter.declared = p_.types.simpleType();  // => starts the body, not the result of a function type
    result.parameters.push_back(std::move(parameter));
  }
  t_.expect("=>", "after the parameters");
  const auto open = t_.at();
  result.body = isBlock ? t_.make(BlockTree{p_.statements.statements()}, open) : expression();
  return t_.make(std::move(result), first);
}

/// An embedded language that replaces the control structures of a class has nothing for these.
void ExpressionParser::requireUnstaged(std::string_view what, std::string_view remedy) const {
  if (!p_.statements.isStaged()) return;
  const auto annotation = p_.language.staging.front();
  failUser(
      fmt::format("a {} does not stand in a @{} class", what, annotation), t_.here(),
      fmt::format("{}'s compiler stages the control structures of such a class, and has none for it", p_.language.name),
      fmt::format("{}, or put the method into an object without @{}", remedy, annotation));
}

Tree ExpressionParser::returnExpression() {
  const auto first = t_.at();
  requireUnstaged("return", "let the last expression of the method be its value");
  t_.take();
  ReturnTree result;
  if (!t_.is("}") && !t_.is(";") && !t_.is("else") && !t_.isEnd() && !t_.peek().startsLine) result.value = expression();
  return t_.make(std::move(result), first);
}

Tree ExpressionParser::block() {
  const auto first = t_.at();
  t_.expect("{", "to open a block");
  const TokenCursor::Lines lines(t_, true);
  auto tree = blockBody(first);
  t_.expect("}", "to close the block");
  return tree;
}

/// Cases, a function with its parameters in front, an expression with underscores, or statements.
Tree ExpressionParser::blockBody(std::size_t first) {
  if (t_.startsCase()) return t_.make(LambdaTree{{}, {}, cases()}, first);
  if (startsLambda()) return lambda(true);
  auto list = p_.statements.statements();
  if (list.size() == 1 && as<LambdaTree>(list.front())) return list.front();
  return t_.make(BlockTree{std::move(list)}, first);
}

std::vector<Case> ExpressionParser::cases() {
  std::vector<Case> list;
  while (t_.accept("case")) {
    Case one;
    one.pattern = p_.patterns.pattern(PatternOf::Case);
    if (t_.accept("if")) one.guard = infix(0);
    t_.expect("=>", "after the pattern");
    const auto open = t_.at();
    auto body = p_.statements.statements();
    one.body = t_.make(BlockTree{std::move(body)}, open);
    list.push_back(std::move(one));
  }
  return list;
}

Tree ExpressionParser::ifExpression() {
  const auto first = t_.at();
  t_.take();
  t_.expect("(", "after if");
  IfTree result;
  {
    const TokenCursor::Lines lines(t_, false);
    result.condition = expression();
    t_.expect(")", "to close the condition");
  }
  result.then = expression();
  if (t_.is(";") && t_.is("else", 1)) t_.take();
  if (t_.accept("else")) result.otherwise = expression();
  return t_.make(std::move(result), first);
}

Tree ExpressionParser::whileExpression() {
  const auto first = t_.at();
  requireUnstaged("while", "write for (i <- 0 until n) { … }");
  t_.take();
  t_.expect("(", "after while");
  WhileTree result;
  result.condition = expression();
  t_.expect(")", "to close the condition");
  result.body = expression();
  return t_.make(std::move(result), first);
}

Tree ExpressionParser::forExpression() {
  const auto first = t_.at();
  t_.take();
  ForTree result;
  const bool isBraced = t_.is("{");
  t_.expect(isBraced ? "{" : "(", "after for");
  {
    const TokenCursor::Lines lines(t_, isBraced);
    while (!t_.is(")") && !t_.is("}") && !t_.isEnd()) {
      if (t_.accept(";")) continue;
      ForTree::Generator generator;
      generator.pattern = p_.patterns.pattern(PatternOf::Parameter);
      t_.expect("<-", "after the name");
      generator.range = expression();
      while (t_.accept("if")) generator.guards.push_back(expression());
      result.generators.push_back(std::move(generator));
    }
    t_.expect(isBraced ? "}" : ")", "to close the generators");
  }
  result.yields = t_.accept("yield");
  result.body = expression();
  return t_.make(std::move(result), first);
}

}  // namespace stardust::scala
