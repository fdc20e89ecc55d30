// Parser: expressions.
#include <fmt/format.h>

#include <cctype>

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

/// An expression with underscores is a function of them: `_ + _`.
Tree ExpressionParser::expression() {
  const auto first = t_.at();
  auto outer = std::move(placeholders_);
  placeholders_.clear();
  auto tree = plain();
  const bool isBare = as<NameTree>(tree) && placeholders_.size() == 1;
  if (isBare) {  // f(_): a parameter of the enclosing expression
    outer.push_back(placeholders_.front());
  } else if (!placeholders_.empty()) {
    tree = t_.make(LambdaTree{std::move(placeholders_), tree, {}}, first);
  }
  placeholders_ = std::move(outer);
  return tree;
}

Tree ExpressionParser::plain() {
  const TokenCursor::Nesting nesting(t_);
  if (startsLambda()) return lambda(false);
  const auto first = t_.at();
  auto tree = infix(0);
  if (!t_.continues()) return tree;
  if (t_.is(":") && t_.is("_", 1)) return tree;  // xs:_*
  if (t_.is(":")) {
    t_.take();
    p_.types.type();
  }
  if (t_.is("match") && t_.continues()) {
    t_.take();
    t_.expect("{", "after match");
    MatchTree result{tree, cases()};
    t_.expect("}", "to close the match");
    return t_.make(std::move(result), first);
  }
  if (!t_.continues()) return tree;
  if (t_.accept("=")) return t_.make(AssignTree{tree, {}, expression()}, first);
  for (const std::string_view op : {"+=", "-=", "*=", "/="}) {
    if (t_.accept(op)) return t_.make(AssignTree{tree, std::string(op.substr(0, 1)), expression()}, first);
  }
  return tree;
}

namespace {

/// := and !==, but not <=, >=, != and ===.
bool bindsAsAssignment(std::string_view op) {
  return op.back() == '=' && op[0] != '=' && op != "<=" && op != ">=" && op != "!=";
}

}  // namespace

/// As in Scala, by the first character; assignment operators bind least, words next.
int ExpressionParser::precedence() const {
  const auto& token = t_.peek();
  if (token.kind == Token::Kind::Identifier || token.kind == Token::Kind::Quoted) return 1;
  const auto text = token.text;
  if (bindsAsAssignment(text)) return 0;
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

/// An assignment is no expression of operators.
bool ExpressionParser::isInfix() const {
  const auto& token = t_.peek();
  if (token.kind != Token::Kind::Operator) return t_.isName() && !t_.is("_");
  return !(token.text.size() == 2 && token.text[1] == '=' && std::string_view("+-*/").find(token.text[0]) < 4);
}

namespace {

/// The operands of a method that is written between them: f op (a, b) has two.
std::vector<Argument> operandsOf(Tree right, bool isWord) {
  std::vector<Argument> list;
  const auto* tuple = isWord ? as<TupleTree>(right) : nullptr;
  if (!tuple) list.push_back({{}, std::move(right)});
  else
    for (const auto& part : tuple->parts) list.push_back({{}, part});
  return list;
}

}  // namespace

Tree ExpressionParser::infix(int atLeast) {
  const auto first = t_.at();
  auto left = prefix();
  while (t_.continues() && isInfix()) {
    const int rank = precedence();
    if (rank < atLeast) break;
    const auto& token = t_.take();
    std::string op(token.text);
    if (t_.is("[")) p_.types.typeArguments();
    Tree right;
    {
      const TokenCursor::Nesting nesting(t_);
      right = infix(op.back() == ':' ? rank : rank + 1);
    }
    t_.link(first);
    const bool isWord = std::isalpha(static_cast<unsigned char>(op[0]));
    const auto known = isWord ? Operator::None : operatorOf(op);
    auto method = t_.make(SelectTree{std::move(left), std::move(op), known, token.span.begin}, first);
    left = t_.make(ApplyTree{std::move(method), operandsOf(std::move(right), isWord)}, first);
  }
  return left;
}

/// As in Scala, -3 is a literal, and -(3) is not.
bool ExpressionParser::isNegativeNumber() const {
  return t_.is("-") && (t_.isKind(Token::Kind::Integer, 1) || t_.isKind(Token::Kind::Decimal, 1));
}

Tree ExpressionParser::prefix() {
  static constexpr std::string_view signs = "-!~+";
  const auto& token = t_.peek();
  const bool isSign = token.kind == Token::Kind::Operator && token.text.size() == 1 &&
                      signs.find(token.text[0]) != std::string_view::npos;
  if (!isSign || isNegativeNumber()) return postfix();
  const TokenCursor::Nesting nesting(t_);
  const auto first = t_.at();
  t_.take();
  auto operand = prefix();
  const auto method = "unary_" + std::string(token.text);
  return t_.make(
      ApplyTree{t_.make(SelectTree{std::move(operand), method, operatorOf(method), token.span.begin}, first), {}},
      first);
}

/// .+(x): an operator that is called as a method.
bool ExpressionParser::isOperatorCall() const {
  return t_.is(".") && t_.isKind(Token::Kind::Operator, 1) && t_.is("(", 2);
}

/// Parses the suffixes of an operand: members, arguments, blocks, types.
Tree ExpressionParser::postfix() {
  const auto first = t_.at();
  auto tree = primary();
  for (;; t_.link(first)) {
    if (t_.is(".") && (t_.isName(1) || t_.is("type", 1) || isOperatorCall())) {  // also on the next line
      t_.take();
      const auto& token = t_.take();
      tree = t_.make(SelectTree{std::move(tree), std::string(token.text), Operator::None, token.span.begin}, first);
    } else if (!t_.continues()) {
      return tree;
    } else if (t_.is("(")) {
      auto list = arguments();
      tree = t_.make(ApplyTree{std::move(tree), std::move(list)}, first);
    } else if (t_.is("[")) {
      tree = t_.make(TypeApplyTree{tree, p_.types.typeArguments()}, first);
    } else if (t_.is("{") && !as<NumberTree>(tree)) {
      auto body = block();
      tree = t_.make(ApplyTree{tree, {{{}, std::move(body)}}}, first);
    } else if (t_.is("_") && !as<NumberTree>(tree)) {  // a method as a function, as without _
      t_.take();
      return tree;
    } else {
      return tree;
    }
  }
}

std::vector<Argument> ExpressionParser::arguments() {
  t_.expect("(", "for the arguments");
  const TokenCursor::Lines lines(t_, false);
  std::vector<Argument> list;
  while (!t_.is(")") && !t_.isEnd()) {
    Argument argument;
    if (t_.is("=", 1) && t_.isName()) {
      argument.name = t_.take().text;
      t_.take();
    }
    argument.value = expression();
    if (t_.is(":") && t_.is("_", 1)) {
      t_.take();
      t_.take();
      t_.expect("*", "to pass the elements one by one");
      argument.isSpread = true;
    }
    list.push_back(std::move(argument));
    if (!t_.accept(",")) break;
  }
  t_.expect(")", "to close the arguments");
  return list;
}

Tree ExpressionParser::primary() {
  switch (t_.peek().kind) {
    case Token::Kind::Identifier:
    case Token::Kind::Quoted: return name();
    case Token::Kind::Integer:
    case Token::Kind::Decimal: return number();
    case Token::Kind::String: return text({}, t_.at());
    case Token::Kind::Label: return label();
    case Token::Kind::Character: return character();
    case Token::Kind::Keyword: return reserved();
    default: break;
  }
  if (t_.is("(")) return parenthesized();
  if (t_.is("{")) return block();
  if (isNegativeNumber()) return number();
  if (!t_.is("*")) t_.failExpected("an expression");
  t_.take();  // f(*): everything, or forever
  return t_.make(NameTree{"*"}, t_.at() - 1);
}

Tree ExpressionParser::reserved() {
  if (t_.is("if")) return ifExpression();
  if (t_.is("while")) return whileExpression();
  if (t_.is("for")) return forExpression();
  if (t_.is("new")) return newExpression();
  if (t_.is("return")) return returnExpression();
  for (const std::string_view word : {"throw", "do"}) {
    if (t_.is(word)) failUnsupported(fmt::format("\"{}\" is not supported", word), t_.here());
  }
  t_.failExpected("an expression");
}

Tree ExpressionParser::number() {
  const auto first = t_.at();
  std::string digits(t_.accept("-") ? "-" : "");
  const bool isDecimal = t_.isKind(Token::Kind::Decimal);
  digits += t_.take().text;
  return t_.make(NumberTree{std::move(digits), isDecimal}, first);
}

Tree ExpressionParser::character() {
  const auto letter = t_.take().text;
  const bool isEscaped = letter.size() == 2;
  const char last = letter.back();
  const char code = !isEscaped    ? last
                    : last == 'n' ? '\n'
                    : last == 't' ? '\t'
                    : last == 'r' ? '\r'
                    : last == '0' ? '\0'
                                  : last;
  return t_.make(NumberTree{std::to_string(static_cast<int>(static_cast<unsigned char>(code))), false, true},
                 t_.at() - 1);
}

/// 'NAME: the name of a controller that stands behind it.
Tree ExpressionParser::label() {
  if (p_.language.labelled.empty()) failUnsupported("a label has no meaning here", t_.here());
  t_.take();
  return t_.make(NameTree{std::string(p_.language.labelled)}, t_.at() - 1);
}

Tree ExpressionParser::name() {
  const auto first = t_.at();
  const auto& token = t_.take();
  if (token.is("_")) {
    const auto placeholder = fmt::format("_{}", placeholderCount_++);
    placeholders_.push_back({Pattern::Kind::Bind, placeholder, {}, {}});
    return t_.make(NameTree{placeholder}, first);
  }
  const bool isInterpolator = t_.isKind(Token::Kind::String) && t_.source()->text[token.span.end] == '"';
  if (isInterpolator) return text(token.text, first);
  return t_.make(NameTree{std::string(token.text)}, first);
}

/// Parses an instance of a class of the program, or of Scala's library, where `new` is redundant.
Tree ExpressionParser::newExpression() {
  const auto first = t_.at();
  t_.take();
  if (t_.is("{"))
    return t_.make(
        NewTree{
            {},
            {},
            {},
            t_.make(ClassTree{"", false, false, false, false, false, {}, {}, 0, {}, p_.statements.classBody()}, first)},
        first);
  const auto from = t_.at();
  NewTree result;
  result.type = p_.types.simpleType();
  Tree plain;
  for (const auto& part : parts(result.type.qualifier))
    plain = plain ? t_.make(SelectTree{plain, part}, from) : t_.make(NameTree{part}, from);
  plain = plain ? t_.make(SelectTree{plain, result.type.name}, from) : t_.make(NameTree{result.type.name}, from);
  if (!result.type.arguments.empty()) plain = t_.make(TypeApplyTree{plain, result.type.arguments}, from);
  ClassTree::Base base{result.type, {}, {}};
  while (t_.is("(") && t_.continues()) {
    result.lists.push_back(arguments());
    base.arguments.insert(base.arguments.end(), result.lists.back().begin(), result.lists.back().end());
    plain = t_.make(ApplyTree{plain, result.lists.back()}, from);
  }
  result.plain = std::move(plain);
  if (!t_.is("with") && !(t_.is("{") && t_.continues())) return t_.make(std::move(result), first);
  base.where = t_.since(from);
  ClassTree anonymous{"", false, false, false, false, false, {}, {}, 0, {std::move(base)}, {}};
  while (t_.accept("with")) anonymous.bases.push_back(p_.statements.base());
  if (t_.is("{")) anonymous.body = p_.statements.classBody();
  result.anonymous = t_.make(std::move(anonymous), from);
  return t_.make(std::move(result), first);
}

Tree ExpressionParser::parenthesized() {
  const auto first = t_.at();
  t_.take();
  const TokenCursor::Lines lines(t_, false);
  std::vector<Tree> parts;
  while (!t_.is(")") && !t_.isEnd()) {
    parts.push_back(expression());
    if (!t_.accept(",")) break;
  }
  t_.expect(")", "to close the parenthesis");
  if (parts.size() == 1) return parts.front();
  return t_.make(TupleTree{std::move(parts)}, first);
}

}  // namespace stardust::scala
