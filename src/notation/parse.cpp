#include "notation/parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "notation/foreign.h"
#include "notation/foreign_text.h"
#include "support/brackets.h"

namespace stardust::notation {

std::optional<BinaryOp> functionCalled(std::string_view name) {
  if (name == "min") return BinaryOp::Min;
  if (name == "max") return BinaryOp::Max;
  return std::nullopt;
}

namespace {

bool isNumber(const Token& token) { return token.kind == TokenKind::Integer || token.kind == TokenKind::Decimal; }

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
    refuseTerm(lexer_, left.expr);
    return left;
  }

 private:
  Deep product(int depth) {
    Deep left = unary(depth);
    while (true) {
      refuseFactor(lexer_, left.expr);
      refuseNoOperator(left.expr);
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
    const Token open = lexer_.next();
    Deep result = sum(depth + 1);
    if (lexer_.at(")"))
      failUser(fmt::format("{} has one operand", name.text), lexer_.since(name.span.begin),
               fmt::format("{} is of two operands or more", name.text),
               fmt::format("to reduce over the variables that are not on the left, assign: y(i) {}= {}", name.text,
                           print(result.expr)));
    if (!lexer_.at(",")) close(lexer_, open, "an operator, ',' or ')'");
    while (lexer_.accept(",")) {
      const Deep next = sum(depth + 1);
      const int own = std::max(result.depth, next.depth) + 1;
      checkDepth(depth + own, next.expr->where);
      result = {binary(op, result.expr, next.expr, lexer_.since(name.span.begin)), own};
    }
    close(lexer_, open, "an operator, ',' or ')'");
    return {withPlace(result.expr, lexer_.since(name.span.begin)), result.depth};
  }

  Deep unary(int depth) {
    checkDepth(depth, lexer_.here());
    const std::size_t begin = lexer_.peek().span.begin;
    Lexer ahead = lexer_;
    const bool minus = ahead.accept("-");
    if (isNumber(minus ? ahead.peek() : lexer_.peek())) {
      const Expr number = parseLiteral(lexer_);
      refusePostfix(lexer_, number);
      return {number, 1};
    }
    if (!minus) return atom(depth);
    lexer_.next();
    const Deep operand = unary(depth + 1);
    return {negate(operand.expr, lexer_.since(begin)), operand.depth + 1};
  }

  Deep atom(int depth) {
    const Deep atom = bareAtom(depth);
    refusePostfix(lexer_, atom.expr);
    return atom;
  }

  Deep bareAtom(int depth) {
    const Token token = lexer_.peek();
    if (lexer_.accept("(")) {
      const Deep inside = sum(depth + 1);
      close(lexer_, token, "an operator or ')'");
      return {withPlace(inside.expr, lexer_.since(token.span.begin)), inside.depth + 1};
    }
    if (token.kind != TokenKind::Identifier) failNoOperand();
    const auto function = lexer_.peek(1).text == "(" ? functionCalled(token.text) : std::nullopt;
    if (function) return call(*function, depth);
    Location where;
    Access read = parseAccess(lexer_, where);
    return {access(std::move(read.tensor), std::move(read.indices), where), 1};
  }

  [[noreturn]] void failNoOperand() const {
    const Token found = lexer_.peek();
    const char before = lexer_.consumedTo() > 0 ? lexer_.source()->text[lexer_.consumedTo() - 1] : ' ';
    const bool twice = std::string_view("+-*/").find(before) != std::string_view::npos;
    if (twice && (found.text == "*" || found.text == "/" || found.text == "+"))
      failUser(fmt::format("between '{}' and '{}' an operand is missing", before, found.text), lexer_.here(), {},
               "write one operator, or the operand between the two");
    refusePrefix(lexer_);
    if (found.text == "[" || found.text == "{")
      failUser(fmt::format("'{}' does not group", found.text), lexer_.here(), {}, "group with ( and )");
    lexer_.failExpected("a tensor, a number or '('");
  }

  // Two operands side by side. Words that begin no operand are refused by whoever reads on.
  void refuseNoOperator(const Expr& left) const {
    const Token found = lexer_.peek();
    const std::string operand = operandText(lexer_);
    if (!isNumber(found) && found.text != "(" && !(found.kind == TokenKind::Identifier && beginsOperand())) return;
    failUser(fmt::format("an operator is missing between {} and {}", print(left), operand), lexer_.here(), {},
             fmt::format("{} * {}", grouped(print(left)), operand));
  }

  // A name that an operator follows, a bracket, or the end; no word of a sentence, and no result of a second
  // assignment.
  bool beginsOperand() const {
    const std::string operand = operandText(lexer_);
    Lexer ahead = lexer_;
    while (!ahead.atEnd() && ahead.consumedTo() < lexer_.peek().span.begin + operand.size()) ahead.next();
    const TokenKind next = ahead.peek().kind;
    const std::string& symbol = ahead.peek().text;
    if (next == TokenKind::End || next == TokenKind::Newline) return true;
    return next == TokenKind::Symbol && symbol != "=" && symbol != "+=" && symbol != ":" && ahead.peek(1).text != "=";
  }

  // The parentheses belong to the place of what they hold.
  static Expr withPlace(const Expr& expr, Location where) { return Expr(ExprNode{expr->kind, std::move(where)}); }

  Lexer& lexer_;
};

}  // namespace

Expr parseExpr(Lexer& lexer) { return Parser(lexer).sum(0).expr; }

}  // namespace stardust::notation
