#include "loops/parse_expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <utility>

#include "loops/build.h"
#include "support/plural.h"

namespace stardust::loops {
namespace {

constexpr int greatestHeight = 2000;  // bounds the recursion of traversals

}  // namespace

IdiomCall ExpressionParser::callOf(const Idiom& idiom) {
  IdiomCall call{&idiom, idiom.gives.value_or(Type::I64), {}};
  bool knowsType = false;
  int height = height_;
  for (const IdiomParameter& p : idiom.parameters) {
    if (!call.arguments.empty()) separator(p.before);
    call.arguments.push_back(argument(p));
    const Argument& a = call.arguments.back();
    height = isExpression(p.use) ? std::max(height, height_) : height;
    if (p.holds != Holds::Elements || std::exchange(knowsType, true)) continue;
    call.type = isExpression(p.use) ? a.values.front()->type : reader_.typeOfName(a.name);
  }
  height_ = height;
  return call;
}

void ExpressionParser::separator(const char* sign) {
  if (std::isalpha(static_cast<unsigned char>(*sign))) reader_.word(sign);
  else reader_.sign(sign);
}

Argument ExpressionParser::argument(const IdiomParameter& p) {
  if (!isExpression(p.use)) return {reader_.name(), {}};
  Argument all;
  int height = 0;
  do {
    all.values.push_back(read());
    height = std::max(height, height_);
  } while (p.use == Use::TakesAll && reader_.lexer.accept(","));
  height_ = height;
  return all;
}

// The operator at the lexer's position, if its precedence is at least this; comparisons that end with '=' are two
// tokens.
const OperatorWord* ExpressionParser::operatorHere(int precedence) {
  const std::string first = reader_.lexer.peek().text;
  std::string both = first;
  if (first == "<" || first == ">" || first == "=" || first == "!")
    if (reader_.lexer.peek(1).text == "=") both += "=";
  for (const OperatorWord& w : operatorWords)
    if (w.notation == Notation::Infix && w.precedence >= precedence && both == w.word) {
      reader_.lexer.next();
      if (both.size() > first.size()) reader_.lexer.next();
      return &w;
    }
  return nullptr;
}

Expr ExpressionParser::infix(int precedence) {
  const Nesting nesting = reader_.nesting();
  const std::size_t begin = reader_.lexer.peek().span.begin;
  Expr left = primary();
  for (int height = height_; const OperatorWord* w = operatorHere(precedence); height_ = height) {
    const Expr right = infix(w->precedence + 1);
    height = std::max(height, height_) + 1;
    if (height > greatestHeight)
      failUser(fmt::format("this expression is more than {} levels high", greatestHeight), reader_.lexer.since(begin),
               {}, "give names to parts of it");
    left = reader_.checked(begin, [&] { return binary(w->op, left, right); });
  }
  return left;
}

Expr ExpressionParser::primary() {
  const std::size_t begin = reader_.lexer.peek().span.begin;
  height_ = 1;
  const TokenKind kind = reader_.lexer.peek().kind;
  if (kind == TokenKind::Integer || kind == TokenKind::Decimal) return number(false);
  if (reader_.lexer.accept("(")) {
    const Expr inside = read();
    reader_.sign(")");
    return inside;
  }
  if (reader_.lexer.accept("-")) {
    const TokenKind next = reader_.lexer.peek().kind;
    if (next == TokenKind::Integer || next == TokenKind::Decimal || reader_.lexer.atWord("inf")) return number(true);
    return ofOperand(UnaryOp::Neg, begin);
  }
  if (reader_.acceptWord("not")) return ofOperand(UnaryOp::Not, begin);
  if (reader_.lexer.atWord("inf") || reader_.lexer.atWord("nan")) return number(false);
  if (reader_.acceptWord("true")) return boolean(true);
  if (reader_.acceptWord("false")) return boolean(false);
  if (reader_.acceptWord("threads")) {
    reader_.sign("(");
    reader_.sign(")");
    return threads();
  }
  if (reader_.lexer.atWord("complex") && reader_.lexer.peek(1).text == "(") return complexNumber();
  const std::string first = reader_.lexer.expectIdentifier("an expression").text;
  return reader_.checked(begin, [&] { return named(first); });
}

Expr ExpressionParser::ofOperand(UnaryOp op, std::size_t begin) {
  const Nesting nesting = reader_.nesting();
  const Expr operand = primary();
  return reader_.checked(begin, [&] { return unary(op, operand); });
}

Expr ExpressionParser::number(bool negative) {
  const std::size_t begin = reader_.lexer.peek().span.begin;
  const Token token = reader_.lexer.next();
  const std::string digits = (negative ? "-" : "") + token.text;
  const Type type = reader_.lexer.accept(":")          ? reader_.oneOf(typeWords, "a type")
                    : token.kind == TokenKind::Integer ? Type::I64
                                                       : Type::F64;
  if (type == Type::U64) {
    std::uint64_t value = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec == std::errc())
      return literal(type, static_cast<std::int64_t>(value));
  }
  if (!isFloat(type) && !isComplex(type)) {
    Lexer whole(makeSource("<loops>", digits));
    const std::int64_t value = whole.expectInteger("a whole number");
    return reader_.checked(begin, [&] { return literal(type, value); });
  }
  double value = std::numeric_limits<double>::infinity();
  if (token.text == "nan") value = std::numeric_limits<double>::quiet_NaN();
  else if (token.text != "inf") value = Lexer(makeSource("<loops>", token.text)).expectNumber("a number");
  return literal(type, negative ? -value : value);
}

// complex(1.0, -2.0):c64
Expr ExpressionParser::complexNumber() {
  const std::size_t begin = reader_.lexer.peek().span.begin;
  reader_.lexer.next();
  reader_.sign("(");
  const auto part = [&] {
    const Expr value = number(reader_.lexer.accept("-"));
    const auto* literal = std::get_if<Literal>(&value->kind);
    return isFloat(value->type) ? literal->real : static_cast<double>(literal->integer);
  };
  const double real = part();
  reader_.sign(",");
  const double imaginary = part();
  reader_.sign(")");
  reader_.sign(":");
  const Type type = reader_.oneOf(typeWords, "a type");
  return reader_.checked(begin, [&] { return complexLiteral(type, real, imaginary); });
}

Expr ExpressionParser::named(const std::string& first) {
  if (reader_.lexer.accept("[")) {
    const Expr index = read();
    reader_.sign("]");
    return load(first, reader_.typeOfName(first), index);
  }
  if (!reader_.lexer.accept("(")) return variable(first, reader_.typeOfName(first));
  if (const Idiom* idiom = findIdiom(first); idiom && idiom->form == Idiom::Form::Expression) {
    const IdiomCall call = callOf(*idiom);
    reader_.sign(")");
    return expression(call);
  }
  std::vector<Expr> arguments{read()};
  for (int height = height_; reader_.lexer.accept(","); height_ = height) {
    arguments.push_back(read());
    height = std::max(height, height_);
  }
  reader_.sign(")");
  return call(first, arguments);
}

Expr ExpressionParser::call(const std::string& function, const std::vector<Expr>& arguments) {
  if (arguments.size() == 1) {
    for (const auto& [type, w] : typeWords)
      if (function == w) return cast(type, arguments[0]);
    for (const auto& [op, w] : callWords)
      if (function == w) return unary(op, arguments[0]);
  }
  if (arguments.size() == 2)
    for (const OperatorWord& w : operatorWords)
      if (w.notation == Notation::Call && function == w.word) return binary(w.op, arguments[0], arguments[1]);
  if (arguments.size() == 2 && function == "find")
    if (const auto* keys = std::get_if<Variable>(&arguments[0]->kind)) return find(keys->name, arguments[1]);
  if (arguments.size() == 1 && function == "length")
    if (const auto* array = std::get_if<Variable>(&arguments[0]->kind)) return length(array->name);
  const bool isCondition = arguments[0]->type == Type::Bool;  // else the function of the table
  if (arguments.size() == 3 && function == "select" && isCondition)
    return select(arguments[0], arguments[1], arguments[2]);
  if (const operators::Op op = operators::function(function); op && op->arity == arguments.size())
    return loops::call(op, arguments);
  failUser(fmt::format("there is no function '{}' of {}", function, counted(arguments.size(), "argument")));
}

}  // namespace stardust::loops
