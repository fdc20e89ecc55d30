#include "notation/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace stardust::notation {
namespace {

constexpr const char* legalOperators = "there are + - * / and unary minus, min(a,b) and max(a,b)";
constexpr const char* legalAssignments = "the assignments are =, +=, *=, min= and max=";

std::optional<BinaryOp> functionCalled(std::string_view name) {
  if (name == "min") return BinaryOp::Min;
  if (name == "max") return BinaryOp::Max;
  return std::nullopt;
}

// Mathematicians' names for functions; no tensor may be called so where an index list follows.
bool isUnknownFunction(std::string_view name) {
  static constexpr std::string_view known[] = {"abs", "sqrt", "exp", "log", "sin", "cos", "tanh", "pow"};
  return std::find(std::begin(known), std::end(known), name) != std::end(known);
}

[[noreturn]] void failOperator(const Lexer& lexer) {
  failUnsupported(fmt::format("operator {} is not available", describe(lexer.peek())), lexer.here(), {},
                  legalOperators);
}

bool startsUnknownOperator(const Lexer& lexer) {
  static constexpr std::string_view known = "%^&|<>!~?@";
  const Token& token = lexer.peek();
  return token.kind == TokenKind::Symbol && token.text.size() == 1 &&
         known.find(token.text[0]) != std::string_view::npos;
}

Expr parseLiteral(Lexer& lexer) {
  const std::size_t begin = lexer.peek().span.begin;
  Lexer ahead = lexer;
  ahead.accept("-");
  if (ahead.peek().kind == TokenKind::Decimal) {
    const double value = lexer.expectNumber("a number");
    return literal(value, lexer.since(begin));
  }
  const std::int64_t value = lexer.expectInteger("a number");
  return literal(value, lexer.since(begin));
}

// A tree and how deep it is: a long sum is a deep tree although its text nests nothing.
struct Deep {
  Expr expr;
  int depth;
};

class Parser {
 public:
  explicit Parser(Lexer& lexer) : lexer_(lexer) {}

  Deep sum(int depth) {
    Deep left = product(depth);
    while (lexer_.at("+") || lexer_.at("-")) {
      const BinaryOp op = lexer_.next().text == "+" ? BinaryOp::Add : BinaryOp::Sub;
      left = join(op, left, product(depth), depth);
    }
    return left;
  }

 private:
  Deep product(int depth) {
    Deep left = unary(depth);
    while (true) {
      if (startsUnknownOperator(lexer_)) failOperator(lexer_);
      if (!lexer_.at("*") && !lexer_.at("/")) return left;
      const BinaryOp op = lexer_.next().text == "*" ? BinaryOp::Mul : BinaryOp::Div;
      left = join(op, left, unary(depth), depth);
    }
  }

  Deep join(BinaryOp op, const Deep& left, const Deep& right, int depth) {
    const int own = std::max(left.depth, right.depth) + 1;
    checkDepth(depth + own, right.expr->where);
    const Location where = lexer_.since(left.expr->where.span.begin);
    return {binary(op, left.expr, right.expr, where), own};
  }

  // min(a, b, c) is min(min(a, b), c).
  Deep call(BinaryOp op, int depth) {
    checkDepth(depth, lexer_.here());
    const Token name = lexer_.next();
    lexer_.expect("(", "'('");
    Deep result = sum(depth + 1);
    if (!lexer_.at(","))
      lexer_.failExpected(fmt::format("an operator or ',': {} is of two operands or more", name.text));
    while (lexer_.accept(",")) {
      const Deep next = sum(depth + 1);
      const int own = std::max(result.depth, next.depth) + 1;
      checkDepth(depth + own, next.expr->where);
      result = {binary(op, result.expr, next.expr, lexer_.since(name.span.begin)), own};
    }
    lexer_.expect(")", "an operator, ',' or ')'");
    return {withPlace(result.expr, lexer_.since(name.span.begin)), result.depth};
  }

  Deep unary(int depth) {
    checkDepth(depth, lexer_.here());
    const std::size_t begin = lexer_.peek().span.begin;
    Lexer ahead = lexer_;
    const bool minus = ahead.accept("-");
    if (isNumber(minus ? ahead.peek() : lexer_.peek())) return {parseLiteral(lexer_), 1};
    if (!minus) return atom(depth);
    lexer_.next();
    const Deep operand = unary(depth + 1);
    return {negate(operand.expr, lexer_.since(begin)), operand.depth + 1};
  }

  Deep atom(int depth) {
    const Token token = lexer_.peek();
    if (lexer_.accept("(")) {
      const Deep inside = sum(depth + 1);
      lexer_.expect(")", "an operator or ')'");
      return {withPlace(inside.expr, lexer_.since(token.span.begin)), inside.depth + 1};
    }
    if (token.kind != TokenKind::Identifier) {
      if (startsUnknownOperator(lexer_)) failOperator(lexer_);
      lexer_.failExpected("a tensor, a number or '('");
    }
    const auto function = lexer_.peek(1).text == "(" ? functionCalled(token.text) : std::nullopt;
    if (function) return call(*function, depth);
    Location where;
    Access read = parseAccess(lexer_, where);
    return {access(std::move(read.tensor), std::move(read.indices), where), 1};
  }

  static bool isNumber(const Token& token) {
    return token.kind == TokenKind::Integer || token.kind == TokenKind::Decimal;
  }

  // The parentheses belong to the place of what they hold.
  static Expr withPlace(const Expr& expr, Location where) { return Expr(ExprNode{expr->kind, std::move(where)}); }

  Lexer& lexer_;
};

std::vector<IndexVar> parseIndices(Lexer& lexer, std::string_view close) {
  std::vector<IndexVar> indices;
  if (lexer.accept(close)) return indices;
  do indices.push_back(lexer.expectIdentifier("an index variable").text);
  while (lexer.accept(","));
  if (startsUnknownOperator(lexer) || lexer.at("+") || lexer.at("-") || lexer.at("*") || lexer.at("/"))
    failUnsupported("an index is computed", lexer.here(), "an access has one index variable for each mode",
                    "an index is a variable: A(i,j)");
  lexer.expect(close, fmt::format("',' or '{}'", close));
  return indices;
}

}  // namespace

AssignOp parseAssignOp(Lexer& lexer) {
  if (lexer.accept("+=")) return AssignOp::Add;
  if (lexer.accept("=")) return AssignOp::Set;
  // The others are two tokens, which nothing may separate.
  Lexer ahead = lexer;
  const Token first = ahead.next();
  if (ahead.at("=") && ahead.peek().span.begin == first.span.end) {
    ahead.next();
    const auto function = functionCalled(first.text);
    const bool word = first.kind == TokenKind::Identifier;
    if (first.text == "*" || function) {
      lexer = ahead;
      return !function ? AssignOp::Mul : *function == BinaryOp::Min ? AssignOp::Min : AssignOp::Max;
    }
    if (word || first.text == "-" || first.text == "/")
      failUnsupported(fmt::format("assignment '{}=' is not available", first.text), ahead.since(first.span.begin),
                      word ? "" : "its order would matter", legalAssignments);
  }
  lexer.failExpected("'=', '+=', '*=', 'min=' or 'max=' after the result");
}

namespace {

TensorVar undeclared(std::string name, std::size_t order) {
  TensorVar tensor;
  tensor.name = std::move(name);
  tensor.format = denseFormat(static_cast<int>(order));
  return tensor;
}

// f(i, A(i,j)): one of what stands in the parentheses is no index variable, but called itself.
bool isCall(const Lexer& inside) {
  Lexer ahead = inside;
  while (ahead.peek().kind == TokenKind::Identifier && ahead.peek(1).text == ",") ahead.next(), ahead.next();
  return ahead.peek().kind == TokenKind::Identifier && ahead.peek(1).text == "(";
}

}  // namespace

Access parseAccess(Lexer& lexer, Location& where) {
  const Token token = lexer.peek();
  std::string name = lexer.expectIdentifier("a tensor").text;
  std::vector<IndexVar> indices;
  // TACO's A_{i,j}: the underscore belongs to the subscript.
  if (name.size() > 1 && name.back() == '_' && lexer.accept("{")) {
    name.pop_back();
    indices = parseIndices(lexer, "}");
  } else if (lexer.accept("(")) {
    if (isUnknownFunction(name))
      failUnsupported(fmt::format("function {} is not available", name), {lexer.source(), token.span}, {},
                      legalOperators);
    if (functionCalled(name))
      failUser(fmt::format("{} is a function, not a tensor", name), {lexer.source(), token.span},
               "a result is assigned, an operand of a schedule is a tensor", "call the tensor otherwise");
    if (isCall(lexer))
      failUnsupported(fmt::format("function {} is not available", name), {lexer.source(), token.span},
                      "an index is a variable", legalOperators);
    indices = parseIndices(lexer, ")");
  }
  where = lexer.since(token.span.begin);
  return {undeclared(std::move(name), indices.size()), std::move(indices)};
}

Expr parseExpr(Lexer& lexer) { return Parser(lexer).sum(0).expr; }

Assignment parseAssignment(Lexer& lexer) {
  Assignment assignment;
  assignment.lhs = parseAccess(lexer, assignment.lhsWhere);
  assignment.op = parseAssignOp(lexer);
  assignment.rhs = parseExpr(lexer);
  return assignment;
}

Assignment parseAssignment(const Source& source) {
  Lexer lexer(source);
  Assignment assignment = parseAssignment(lexer);
  lexer.expectEnd("an operator or the end of the expression");
  verify(assignment);
  return assignment;
}

}  // namespace stardust::notation
