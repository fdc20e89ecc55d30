// Tokens and expressions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "spatial/arithmetic.h"
#include "spatial/parser.h"
#include "spatial/syntax.h"

namespace stardust::spatial {
namespace {

constexpr std::array<std::string_view, 4> methods{"deq", "value", "barrierRead", "RMW"};

}  // namespace

// ---------------------------------------------------------------- tokens

bool Parser::is(std::string_view text, std::size_t ahead) const {
  const auto& token = peek(ahead);
  return token.kind != Token::Kind::String && token.kind != Token::Kind::End && token.text == text;
}

bool Parser::accept(std::string_view text) {
  if (!is(text)) return false;
  take();
  return true;
}

void Parser::failExpected(std::string_view what, std::string remedy) const {
  const bool atEnd = peek().kind == Token::Kind::End;
  failUser(
      fmt::format("expected {}, found {}", what, atEnd ? "the end of the file" : fmt::format("\"{}\"", peek().text)),
      here(), {}, std::move(remedy));
}

void Parser::expect(std::string_view text, std::string_view where) {
  if (!accept(text)) failExpected(fmt::format("\"{}\" {}", text, where));
}

std::string Parser::identifier(std::string_view what) {
  rejectUnsupported();
  if (!isIdentifier()) failExpected(what);
  return std::string(take().text);
}

std::string Parser::quoted(std::string_view what) {
  if (peek().kind != Token::Kind::String) failExpected(what);
  if (peek().text.find('\\') != std::string_view::npos) failUser("escapes in file names are not supported", here());
  return std::string(take().text);
}

Location Parser::since(std::size_t firstToken) const {
  const auto last = at_ > firstToken ? at_ - 1 : firstToken;
  return {source_, {tokens_.list[firstToken].span.begin, tokens_.list[last].span.end}};
}

void Parser::endStatement() {
  if (accept(";") || peek().startsLine || is("}") || peek().kind == Token::Kind::End) return;
  failExpected("the end of the statement");
}

void Parser::rejectUnsupported(std::size_t ahead) const {
  const auto& token = peek(ahead);
  if (token.kind != Token::Kind::Identifier) return;
  if (std::find(syntax::unsupportedWords.begin(), syntax::unsupportedWords.end(), token.text) ==
      syntax::unsupportedWords.end())
    return;
  failUnsupported(fmt::format("\"{}\" is not supported yet", token.text), {source_, token.span},
                  "Stardust reads the part of Spatial that it emits", "docs/guide/spatial-rules.md lists that part");
}

// ---------------------------------------------------------------- expressions

Parser::Nesting::Nesting(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ > maxDepth) {
    failUser(fmt::format("more than {} constructs are nested here", maxDepth), parser_.here());
  }
}

Parser::Tree Parser::sized(decltype(ExprNode::kind) kind, std::size_t firstToken,
                           std::initializer_list<const Tree*> operands) const {
  int height = 1;
  for (const auto* operand : operands) height = std::max(height, operand->height + 1);
  if (height > maxDepth)
    failUser(fmt::format("this expression is more than {} levels high", maxDepth), since(firstToken));
  return {Expr(ExprNode{std::move(kind), since(firstToken)}), height};
}

Expr Parser::argument() {
  ++parentheses_;
  auto expr = expression();
  --parentheses_;
  return expr;
}

namespace {

/// Scala makes a number that is written without a type what is wanted: the distance of a shift is an I16.
Expr asDistance(const Expr& expr) {
  const auto* number = std::get_if<Literal>(&expr->kind);
  if (!number || number->type != Type::Int || !wordOf(Literal{Type::I16, number->value}, Type::I16)) return expr;
  return Expr(ExprNode{Literal{Type::I16, number->value}, expr->where});
}

}  // namespace

Parser::Tree Parser::infix(int atLeast) {
  const Nesting nesting(*this);
  const auto first = at_;
  auto left = prefix();
  while (peek().kind == Token::Kind::Symbol && (parentheses_ > 0 || !peek().startsLine)) {
    auto text = peek().text;
    if (text == "==") text = "===";
    if (text == "!=") text = "!==";
    if (text == "&&") text = "&";
    if (text == "||") text = "|";
    const auto symbol = std::find_if(syntax::symbols.begin(), syntax::symbols.end(), [&](const syntax::Symbol& s) {
      return s.precedence >= atLeast && s.text == text;
    });
    if (symbol == syntax::symbols.end()) break;
    take();
    auto right = infix(symbol->precedence + 1);
    if (symbol->op == BinaryOp::Shl || symbol->op == BinaryOp::Shr) right.expr = asDistance(right.expr);
    left = sized(Binary{symbol->op, left.expr, right.expr}, first, {&left, &right});
  }
  return left;
}

Parser::Tree Parser::prefix() {
  const auto first = at_;
  const bool minus = is("-");
  if (!minus && !is("!")) return primary();
  const Nesting nesting(*this);
  take();
  const auto kind = peek().kind;
  if (minus && (kind == Token::Kind::Integer || kind == Token::Kind::Decimal)) return number(first, true);
  const auto operand = prefix();
  return sized(Unary{minus ? UnaryOp::Neg : UnaryOp::Not, operand.expr}, first, {&operand});
}

Parser::Tree Parser::primary() {
  const auto first = at_;
  auto tree = simple();
  while (is(".") && (is("to", 1) || is("as", 1))) tree = conversion(tree, first);
  return tree;
}

Parser::Tree Parser::simple() {
  const auto first = at_;
  const auto kind = peek().kind;
  if (kind == Token::Kind::Integer || kind == Token::Kind::Decimal) return number(first, false);
  if (is("(")) return inParentheses();
  if (!isIdentifier()) failExpected("an expression");
  if (is("true") || is("false")) return sized(Literal{Type::Bit, take().text == "true" ? 1.0 : 0.0}, first);
  const auto word = identifier("a name");
  if (is("(") && !peek().startsLine) return call(first, word);
  if (is(".") && !is("to", 1) && !is("as", 1)) return method(first, word);
  return sized(Name{word}, first);
}

Parser::Tree Parser::inParentheses() {
  take();
  ++parentheses_;
  auto inner = infix(1);
  --parentheses_;
  expect(")", "to close the parenthesis");
  return inner;
}

/// x.to[I16] and its siblings
Parser::Tree Parser::conversion(const Tree& operand, std::size_t firstToken) {
  take();
  const auto text = fmt::format("{}[{}]", peek().text, peek(2).text);
  const auto found = std::find_if(syntax::conversions.begin(), syntax::conversions.end(),
                                  [&](const syntax::Function& f) { return f.name == text; });
  if (found == syntax::conversions.end())
    failUnsupported(fmt::format("the conversion {} is not supported yet", text), here(), {},
                    "to[Int], to[Float], to[U32], to[I16], as[Float] and as[U32]");
  for (int tokens = 0; tokens < 4; ++tokens) take();
  return sized(Unary{found->op, operand.expr}, firstToken, {&operand});
}

Parser::Tree Parser::number(std::size_t firstToken, bool negative) {
  const auto& token = take();
  const bool isDecimal = token.kind == Token::Kind::Decimal;
  double value = 0;
  const auto [end, error] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
  if (error != std::errc()) failUser("this number is out of range", since(firstToken));
  if (negative) value = -value;
  Type type = Type::Int;
  if (is(".") && is("to", 1)) {
    take();
    take();
    type = bracketedType(true);
  } else if (isDecimal) {
    failUser("a decimal number needs a type", since(firstToken), "a bare literal is an Int",
             fmt::format("write {}.to[T]", token.text));
  }
  const bool isInt = type != Type::T && type != Type::Float;
  if (isInt && !wordOf(Literal{type, value}, type)) {
    failUser(fmt::format("this number is not a value of type {}", syntax::typeName(type)), since(firstToken));
  }
  if (isInt && value == 0) value = 0;  // -0 is a Float only
  return sized(Literal{type, value}, firstToken);
}

Type Parser::bracketedType(bool isLiteral) {
  expect("[", "before a type");
  const auto where = here();
  const auto word = identifier("a type");
  expect("]", "after the type");
  if (word == "I32") return Type::Int;
  for (const auto type : {Type::T, Type::Int, Type::Float, Type::U32, Type::Bit}) {
    if (word == syntax::typeName(type)) return type;
  }
  if (word == "I16" && isLiteral) return Type::I16;
  if (word == "I16") failUnsupported("I16 is the type of the distance of a shift only", where, "a word has 32 bits");
  failUser(fmt::format("unknown type {}", word), where, {}, "the types are T, Int, Float, U32 and Bit");
}

/// Barriers between accesses are the compiler's work here: every list of them is empty.
void Parser::noBarriers() {
  expect("Seq", "for the barriers");
  expect("(", "after Seq");
  if (!is(")")) failUnsupported("explicit barriers are not supported yet", here(), {}, "write Seq()");
  take();
}

Parser::Tree Parser::call(std::size_t firstToken, const std::string& callee) {
  take();
  ++parentheses_;
  const auto a = infix(1);
  Tree result;
  if (callee == "min" || callee == "max") {
    expect(",", fmt::format("between the operands of {}", callee));
    const auto b = infix(1);
    result = sized(Binary{callee == "min" ? BinaryOp::Min : BinaryOp::Max, a.expr, b.expr}, firstToken, {&a, &b});
  } else if (callee == "mux") {
    expect(",", "after the condition of mux");
    const auto b = infix(1);
    expect(",", "between the values of mux");
    const auto c = infix(1);
    result = sized(Mux{a.expr, b.expr, c.expr}, firstToken, {&a, &b, &c});
  } else if (const auto* function = syntax::functionCalled(callee)) {
    result = sized(Unary{function->op, a.expr}, firstToken, {&a});
  } else {
    if (is(","))
      failUser(fmt::format("{} is not a function of this language", callee), here(), {}, "it has min, max and mux");
    result = sized(Read{callee, a.expr}, firstToken, {&a});
  }
  --parentheses_;
  expect(")", fmt::format("to close {}(", callee));
  return result;
}

Parser::Tree Parser::method(std::size_t firstToken, const std::string& object) {
  take();
  const auto where = here();
  const auto word = identifier("a method");
  if (word == "value") return sized(Name{object, true}, firstToken);
  if (word == "length") return sized(Length{object}, firstToken);
  if (word == "deq") {
    if (is("(") && !peek().startsLine) {
      take();
      expect(")", "after deq(");
    }
    return sized(Deq{object}, firstToken);
  }
  if (word == "barrierRead" || word == "RMW") return randomAccess(firstToken, object, word);
  const auto near = nearest(word, methods);
  failUser(fmt::format("{} has no method {}", object, word), where, {},
           near ? fmt::format("did you mean {}?", *near) : std::string());
}

/// object.barrierRead(index, Seq()) and object.RMW(index, value, "op", "order", Seq()).
Parser::Tree Parser::randomAccess(std::size_t firstToken, const std::string& object, const std::string& word) {
  expect("(", fmt::format("after {}", word));
  ++parentheses_;
  const auto index = infix(1);
  expect(",", "after the index");
  Rmw rmw{object, index.expr, {}, {}, {}};
  Tree value;
  if (word == "RMW") {
    value = infix(1);
    rmw.value = value.expr;
    expect(",", "after the value");
    rmw.op = quoted("the operation, such as \"add\"");
    expect(",", "after the operation");
    rmw.order = quoted("the order, \"ordered\" or \"unordered\"");
  }
  if (word == "barrierRead" || accept(",")) noBarriers();
  --parentheses_;
  expect(")", fmt::format("to close {}(", word));
  if (word == "RMW") return sized(std::move(rmw), firstToken, {&index, &value});
  return sized(SparseRead{object, index.expr}, firstToken, {&index});
}

}  // namespace stardust::spatial
