// Parser: expressions.
#include <fmt/format.h>

#include <optional>

#include "scala/syntax/parser.h"

namespace stardust::scala {

namespace {

/// a, b and c of a.b.c
std::vector<std::string> parts(const std::string& qualifier) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < qualifier.size();) {
    const auto end = std::min(qualifier.find('.', at), qualifier.size());
    names.push_back(qualifier.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

}  // namespace

Tree Parser::expression() { return withPlaceholders(&Parser::plain); }

/// An expression with underscores is a function of its underscores: `_ + _`.
Tree Parser::withPlaceholders(Tree (Parser::*parse)()) {
  const auto first = at_;
  auto outer = std::move(placeholders_);
  placeholders_.clear();
  auto tree = (this->*parse)();
  const bool isBare = as<NameTree>(tree) && placeholders_.size() == 1;
  if (isBare) {  // f(_): a parameter of the enclosing expression
    outer.push_back(placeholders_.front());
  } else if (!placeholders_.empty()) {
    tree = make(LambdaTree{std::move(placeholders_), tree, {}}, first);
  }
  placeholders_ = std::move(outer);
  return tree;
}

Tree Parser::plain() {
  const Nesting nesting(*this);
  if (startsLambda()) return lambda(false);
  const auto first = at_;
  auto tree = infix(0);
  if (is(":") && is("_", 1)) return tree;  // xs:_*
  if (is(":") && (parentheses_ > 0 || !peek().startsLine)) {
    take();
    type();
  }
  if (is("match") && continues()) {
    take();
    expect("{", "after match");
    MatchTree result{tree, cases()};
    expect("}", "to close the match");
    return make(std::move(result), first);
  }
  if (!continues()) return tree;
  if (accept("=")) return make(AssignTree{tree, {}, expression()}, first);
  for (const std::string_view op : {"+=", "-=", "*=", "/="}) {
    if (accept(op)) return make(AssignTree{tree, std::string(op.substr(0, 1)), expression()}, first);
  }
  return tree;
}

bool Parser::startsLambda(std::size_t ahead) const {
  if (is("implicit", ahead) && is("=>", ahead + 2)) return true;
  if ((isName(ahead) || is("_", ahead)) && is("=>", ahead + 1)) return true;
  if (isName(ahead) && is(":", ahead + 1) && isName(ahead + 2)) {
    ahead += 3;
    while (is(".", ahead) && isName(ahead + 1)) ahead += 2;
    return is("=>", is("[", ahead) ? closing(ahead) : ahead);
  }
  return is("(", ahead) && is("=>", closing(ahead));
}

/// (a, b) => body; in a block, the body extends to the end of the block.
Tree Parser::lambda(bool isBlock) {
  const auto first = at_;
  accept("implicit");
  LambdaTree result;
  if (accept("(")) {
    const Lines lines(*this, false);
    while (!is(")") && !isEnd()) {
      result.parameters.push_back(pattern(PatternOf::Parameter));
      if (!accept(",")) break;
    }
    expect(")", "after the parameters");
  } else {
    Pattern parameter;  // _
    if (!accept("_")) parameter = {Pattern::Kind::Bind, name("a parameter"), {}, {}};
    if (accept(":")) parameter.declared = simpleType();  // => begins the body, not the result of a function type
    result.parameters.push_back(std::move(parameter));
  }
  expect("=>", "after the parameters");
  const auto open = at_;
  result.body = isBlock ? make(BlockTree{statements()}, open) : expression();
  return make(std::move(result), first);
}

/// As in Scala, the first character determines the precedence; assignment operators bind least, alphanumeric ones next.
int Parser::precedence() const {
  const auto& token = peek();
  if (token.kind == Token::Kind::Identifier || token.kind == Token::Kind::Quoted) return 1;
  const auto text = token.text;
  if (text == "<<=" || (text[0] == ':' && text.back() == '=')) return 0;  // := :+=
  switch (text[0]) {
    case '|': return 2;
    case '^': return 3;
    case '&': return 4;
    case '=':
    case '!': return 5;
    case '<':
    case '>': return 6;
    case ':': return 7;
    case '+':
    case '-': return 8;
    case '*':
    case '/':
    case '%': return 9;
    default: return -1;
  }
}

Tree Parser::infix(int atLeast) {
  const Nesting nesting(*this);
  const auto first = at_;
  auto left = prefix();
  while (continues()) {
    static constexpr std::string_view others[] = {"=", "=>", "<-", "+=", "-=", "*=", "/=", ".", ",", ";",
                                                  ":", "(",  ")",  "[",  "]",  "{",  "}",  "@", "#"};
    const auto& token = peek();
    const bool isSymbol = token.kind == Token::Kind::Symbol &&
                          std::find(std::begin(others), std::end(others), token.text) == std::end(others);
    if (!isSymbol && !(isName() && !is("_"))) break;
    const int rank = precedence();
    if (rank < atLeast) break;
    const std::string op(take().text);
    if (is("[")) typeArguments();
    const bool isRight = op.back() == ':';
    auto right = infix(isRight ? rank : rank + 1);
    std::vector<Argument> arguments;
    const auto* tuple = as<TupleTree>(right);
    if (tuple && std::isalpha(static_cast<unsigned char>(op[0]))) {
      for (const auto& part : tuple->parts) arguments.push_back({{}, part});
    } else {
      arguments.push_back({{}, right});
    }
    left = make(ApplyTree{make(SelectTree{left, op, operatorOf(op)}, first), std::move(arguments)}, first);
  }
  return left;
}

Tree Parser::prefix() {
  const auto first = at_;
  for (const std::string_view op : {"-", "!", "~", "+"}) {
    if (!is(op) || peek().kind != Token::Kind::Symbol) continue;
    const Nesting nesting(*this);
    take();
    auto operand = prefix();
    const auto name = "unary_" + std::string(op);
    return make(ApplyTree{make(SelectTree{operand, name, operatorOf(name)}, first), {}}, first);
  }
  return postfix();
}

/// Postfix parts of an operand: members, arguments, blocks, types.
Tree Parser::postfix() {
  const auto first = at_;
  auto tree = primary();
  for (;;) {
    if (is(".") && (isName(1) || is("type", 1) || isOperatorCall())) {  // also on the next line
      take();
      tree = make(SelectTree{tree, std::string(take().text)}, first);
    } else if (!continues()) {
      return tree;
    } else if (is("(")) {
      tree = make(ApplyTree{tree, arguments()}, first);
    } else if (is("[")) {
      tree = make(TypeApplyTree{tree, typeArguments()}, first);
    } else if (is("{") && !as<NumberTree>(tree)) {
      auto body = block();
      tree = make(ApplyTree{tree, {{{}, std::move(body)}}}, first);
    } else if (is("_") && !as<NumberTree>(tree)) {  // a method as a function, as without _
      take();
      return tree;
    } else {
      return tree;
    }
  }
}

std::vector<Argument> Parser::arguments() {
  const Nesting nesting(*this);
  expect("(", "for the arguments");
  const Lines lines(*this, false);
  std::vector<Argument> list;
  while (!is(")") && !isEnd()) {
    Argument argument;
    if (isName() && is("=", 1)) {
      argument.name = take().text;
      take();
    }
    argument.value = expression();
    if (is(":") && is("_", 1)) {
      at_ += 2;
      expect("*", "to pass the elements one by one");
      argument.isSpread = true;
    }
    list.push_back(std::move(argument));
    if (!accept(",")) break;
  }
  expect(")", "to close the arguments");
  return list;
}

Tree Parser::primary() {
  const auto first = at_;
  const auto kind = peek().kind;
  if (kind == Token::Kind::Integer || kind == Token::Kind::Decimal) {
    const auto& token = take();
    return make(NumberTree{std::string(token.text), kind == Token::Kind::Decimal}, first);
  }
  if (kind == Token::Kind::String) return text({}, first);
  if (kind == Token::Kind::Label) {  // 'NAME.Foreach: a name for its controller
    take();
    return make(NameTree{"Pipe"}, first);
  }
  if (kind == Token::Kind::Character) {
    const auto letter = take().text;
    const bool isEscaped = letter.size() == 2;
    const char last = letter.back();
    const char code = !isEscaped    ? last
                      : last == 'n' ? '\n'
                      : last == 't' ? '\t'
                      : last == 'r' ? '\r'
                      : last == '0' ? '\0'
                                    : last;
    return make(NumberTree{std::to_string(static_cast<int>(static_cast<unsigned char>(code))), false, true}, first);
  }
  if (is("(")) return parenthesized();
  if (is("{")) return block();
  if (is("if")) return ifExpression();
  if (is("while")) return whileExpression();
  if (is("for")) return forExpression();
  if (is("new")) return newExpression();
  if (is("_")) {
    take();
    const auto placeholder = fmt::format("_{}", placeholderCount_++);
    placeholders_.push_back({Pattern::Kind::Bind, placeholder, {}, {}});
    return make(NameTree{placeholder}, first);
  }
  if (is("*")) {  // Foreach(*)
    take();
    return make(NameTree{"*"}, first);
  }
  if (is("return")) return returnExpression();
  for (const std::string_view word : {"throw", "do"}) {
    if (is(word)) failUnsupported(fmt::format("\"{}\" is not supported", word), here());
  }
  if (!isName()) failExpected("an expression");
  const auto& token = take();
  const bool isInterpolator = peek().kind == Token::Kind::String && source_->text[token.span.end] == '"';
  if (isInterpolator) return text(token.text, first);
  return make(NameTree{std::string(token.text)}, first);
}

/// `new` of a class of the program, or of Scala's library, where it is equivalent to the call without `new`.
Tree Parser::newExpression() {
  const auto first = at_;
  take();
  if (is("{"))
    return make(
        NewTree{{}, {}, {}, make(ClassTree{"", false, false, false, false, false, {}, {}, 0, {}, classBody()}, first)},
        first);
  const auto from = at_;
  NewTree result;
  result.type = simpleType();
  Tree plain;
  for (const auto& part : parts(result.type.qualifier))
    plain = plain ? make(SelectTree{plain, part}, from) : make(NameTree{part}, from);
  plain = plain ? make(SelectTree{plain, result.type.name}, from) : make(NameTree{result.type.name}, from);
  if (!result.type.arguments.empty()) plain = make(TypeApplyTree{plain, result.type.arguments}, from);
  ClassTree::Base base{result.type, {}, {}};
  while (is("(") && continues()) {
    result.lists.push_back(arguments());
    base.arguments.insert(base.arguments.end(), result.lists.back().begin(), result.lists.back().end());
    plain = make(ApplyTree{plain, result.lists.back()}, from);
  }
  result.plain = std::move(plain);
  if (!is("with") && !(is("{") && continues())) return make(std::move(result), first);
  base.where = since(from);
  ClassTree anonymous{"", false, false, false, false, false, {}, {}, 0, {std::move(base)}, {}};
  while (accept("with")) anonymous.bases.push_back(this->base());
  if (is("{")) anonymous.body = classBody();
  result.anonymous = make(std::move(anonymous), from);
  return make(std::move(result), first);
}

/// Rejects control structures in a @spatial class that Spatial's compiler does not replace.
void Parser::requireStaged(std::string_view what, std::string_view remedy) const {
  if (!isStaged_) return;
  failUser(fmt::format("a {} does not stand in a @spatial class", what), here(),
           "Spatial's compiler stages the control structures of such a class, and has none for it",
           fmt::format("{}, or put the method into an object without @spatial", remedy));
}

Tree Parser::returnExpression() {
  const auto first = at_;
  requireStaged("return", "let the last expression of the method be its value");
  take();
  ReturnTree result;
  if (!is("}") && !is(";") && !is("else") && !isEnd() && !peek().startsLine) result.value = expression();
  return make(std::move(result), first);
}

Tree Parser::parenthesized() {
  const auto first = at_;
  take();
  const Lines lines(*this, false);
  std::vector<Tree> parts;
  while (!is(")") && !isEnd()) {
    parts.push_back(expression());
    if (!accept(",")) break;
  }
  expect(")", "to close the parenthesis");
  if (parts.size() == 1) return parts.front();
  return make(TupleTree{std::move(parts)}, first);
}

Tree Parser::block() {
  const auto first = at_;
  expect("{", "to open a block");
  const Nesting nesting(*this);
  const Lines lines(*this, true);
  auto tree = blockBody(first);
  expect("}", "to close the block");
  return tree;
}

/// Cases, a function with parameters, an expression with underscores, or statements.
Tree Parser::blockBody(std::size_t first) {
  if (startsCase()) return make(LambdaTree{{}, {}, cases()}, first);
  if (startsLambda()) return lambda(true);
  auto list = statements();
  if (list.size() == 1 && as<LambdaTree>(list.front())) return list.front();
  return make(BlockTree{std::move(list)}, first);
}

std::vector<Case> Parser::cases() {
  std::vector<Case> list;
  while (accept("case")) {
    Case one;
    one.pattern = pattern(PatternOf::Case);
    if (accept("if")) one.guard = infix(0);
    expect("=>", "after the pattern");
    const auto open = at_;
    auto body = statements();
    one.body = make(BlockTree{std::move(body)}, open);
    list.push_back(std::move(one));
  }
  return list;
}

Tree Parser::ifExpression() {
  const auto first = at_;
  take();
  expect("(", "after if");
  IfTree result;
  {
    const Lines lines(*this, false);
    result.condition = expression();
    expect(")", "to close the condition");
  }
  result.then = expression();
  if (is(";") && is("else", 1)) take();
  if (accept("else")) result.otherwise = expression();
  return make(std::move(result), first);
}

Tree Parser::whileExpression() {
  const auto first = at_;
  requireStaged("while", "write for (i <- 0 until n) { … }");
  take();
  expect("(", "after while");
  WhileTree result;
  result.condition = expression();
  expect(")", "to close the condition");
  result.body = expression();
  return make(std::move(result), first);
}

Tree Parser::forExpression() {
  const auto first = at_;
  take();
  ForTree result;
  const bool isBraced = is("{");
  expect(isBraced ? "{" : "(", "after for");
  {
    const Lines lines(*this, isBraced);
    while (!is(")") && !is("}") && !isEnd()) {
      if (accept(";")) continue;
      ForTree::Generator generator;
      generator.pattern = pattern(PatternOf::Parameter);
      expect("<-", "after the name");
      generator.range = expression();
      while (accept("if")) generator.guards.push_back(expression());
      result.generators.push_back(std::move(generator));
    }
    expect(isBraced ? "}" : ")", "to close the generators");
  }
  result.yields = accept("yield");
  result.body = expression();
  return make(std::move(result), first);
}

namespace {

/// Whether the string that begins here has triple quotes.
bool isBetweenThreeQuotes(const std::string& source, std::size_t begin) {
  return begin >= 3 && source.compare(begin - 3, 3, "\"\"\"") == 0;
}

}  // namespace

/// A string. An interpolator replaces $name and ${name}; f also formats them by a following %form. As in Scala, escapes
/// stay as written in raw"…" and in triple quotes, but s and f resolve them in triple quotes, too.
Tree Parser::text(std::string_view interpolator, std::size_t first) {
  const auto at = peek().span.begin;
  const auto raw = take().text;
  const bool keepsEscapes = interpolator == "raw" || (interpolator.empty() && isBetweenThreeQuotes(source_->text, at));
  TextTree result;
  std::string piece;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\\' && i + 1 < raw.size() && !keepsEscapes) {
      const char c = raw[++i];
      piece += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    } else if (raw[i] == '$' && !interpolator.empty() && i + 1 < raw.size()) {
      const bool isBraced = raw[i + 1] == '{';
      auto begin = i + (isBraced ? 2 : 1), end = begin;
      int open = 0;  // open braces inside
      const auto isPart = [&](char c) {
        if (!isBraced) return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
        open += c == '{' ? 1 : c == '}' ? -1 : 0;
        return open >= 0;
      };
      while (end < raw.size() && isPart(raw[end])) ++end;
      Parser parser(source_, {at + begin, at + end});
      result.pieces.push_back(std::move(piece));
      piece.clear();
      auto part = parser.expression();
      i = isBraced ? end : end - 1;
      if (interpolator == "f" && i + 1 < raw.size() && raw[i + 1] == '%') {  // $x%5.2f is "%5.2f".format(x)
        const auto last = std::min(raw.find_first_not_of("0123456789.-", i + 2), raw.size() - 1);
        const auto format = make(TextTree{{std::string(raw.substr(i + 1, last - i))}, {}}, first);
        part = make(ApplyTree{make(SelectTree{format, "format"}, first), {Argument{"", std::move(part)}}}, first);
        i = last;
      }
      result.parts.push_back(std::move(part));
    } else {
      piece += raw[i];
    }
  }
  result.pieces.push_back(std::move(piece));
  return make(std::move(result), first);
}

}  // namespace stardust::scala
