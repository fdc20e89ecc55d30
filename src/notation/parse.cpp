#include "notation/parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "notation/foreign.h"
#include "notation/foreign_text.h"
#include "support/brackets.h"
#include "support/plural.h"

namespace stardust::notation {

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

// An expression and its height: a long sum is a deep tree without nested text.
struct ExprWithHeight {
  Expr expr;
  int depth;
};

class Parser {
 public:
  explicit Parser(Lexer& lexer) : lexer_(lexer) {}

  ExprWithHeight expression(int depth) { return infix(operators::loosest, depth); }

 private:
  // Parses operators of this precedence and above.
  ExprWithHeight infix(int precedence, int depth) {
    if (precedence > operators::tightest) return unary(depth);
    ExprWithHeight left = infix(precedence + 1, depth);
    while (true) {
      if (precedence == operators::tightest) {
        refuseFactor(lexer_, left.expr);
        refuseNoOperator(left.expr);
      }
      const Op op = operators::infix(lexer_.peek().text, precedence);
      if (!op) break;
      lexer_.next();
      left = join(op, left, infix(precedence + 1, depth), depth);
    }
    if (precedence == operators::loosest) refuseTerm(lexer_, left.expr);
    return left;
  }

  ExprWithHeight join(Op op, const ExprWithHeight& left, const ExprWithHeight& right, int depth) {
    const int own = std::max(left.depth, right.depth) + 1;
    checkDepth(depth + own, right.expr->where);
    const Location where = lexer_.since(left.expr->where.span.begin);
    return {binary(op, left.expr, right.expr, where), own};
  }

  // min(a, b, c) is min(min(a, b), c).
  ExprWithHeight call(Op op, int depth) {
    checkDepth(depth, lexer_.here());
    const Token name = lexer_.next();
    const Token open = lexer_.next();
    const bool chains = op->arity == 2 && op->associates;
    std::vector<Expr> operands;
    int own = 0;
    bool isComplete = false;
    do {
      if (isComplete && !chains) failOperands(*op, operands.front());
      const ExprWithHeight next = expression(depth + 1);
      operands.push_back(next.expr);
      own = std::max(own, next.depth);
      if (operands.size() < op->arity) continue;
      checkDepth(depth + ++own, next.expr->where);
      operands = {notation::call(op, std::move(operands), lexer_.since(name.span.begin))};
      isComplete = true;
    } while (lexer_.accept(","));
    if (!isComplete && lexer_.at(")")) failTooFew(*op, operands, lexer_.since(name.span.begin));
    close(lexer_, open, "an operator, ',' or ')'");
    return {withPlace(operands.front(), lexer_.since(name.span.begin)), own};
  }

  static std::string operandsOf(std::size_t count) { return count == 1 ? "one operand" : counted(count, "operand"); }

  [[noreturn]] static void failTooFew(const operators::Operator& op, const std::vector<Expr>& operands,
                                      const Location& where) {
    const bool reduces = operators::canReduce(op);
    failUser(fmt::format("{} has {}", op.text, operandsOf(operands.size())), where,
             reduces ? fmt::format("{} takes two or more operands", op.text)
                     : fmt::format("{} is of {}", op.text, operandsOf(op.arity)),
             reduces ? fmt::format("to reduce over the variables that are not on the left, assign: y(i) {}= {}",
                                   op.text, print(operands.front()))
                     : "");
  }

  // Reports a surplus operand at the lexer's position.
  [[noreturn]] void failOperands(const operators::Operator& op, const Expr& complete) const {
    failUser(fmt::format("{} has more than {}", op.text, operandsOf(op.arity)), lexer_.here(),
             fmt::format("{} is of {}", op.text, operandsOf(op.arity)), print(complete));
  }

  ExprWithHeight unary(int depth) {
    checkDepth(depth, lexer_.here());
    const std::size_t begin = lexer_.peek().span.begin;
    Lexer ahead = lexer_;
    const bool minus = ahead.accept("-");
    if (isNumber(minus ? ahead.peek() : lexer_.peek())) {
      const Expr number = parseLiteral(lexer_);
      refusePostfix(lexer_, number);
      return {number, 1};
    }
    const Op op = operators::prefix(lexer_.peek().text);
    if (!op) return atom(depth);
    lexer_.next();
    const ExprWithHeight operand = unary(depth + 1);
    return {notation::call(op, {operand.expr}, lexer_.since(begin)), operand.depth + 1};
  }

  ExprWithHeight atom(int depth) {
    const ExprWithHeight atom = bareAtom(depth);
    refusePostfix(lexer_, atom.expr);
    return atom;
  }

  ExprWithHeight bareAtom(int depth) {
    const Token token = lexer_.peek();
    if (lexer_.accept("(")) {
      const ExprWithHeight inside = expression(depth + 1);
      close(lexer_, token, "an operator or ')'");
      return {withPlace(inside.expr, lexer_.since(token.span.begin)), inside.depth + 1};
    }
    if (token.kind != TokenKind::Identifier) failNoOperand();
    const Op function = lexer_.peek(1).text == "(" ? operators::function(token.text) : nullptr;
    if (function) return call(function, depth);
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

  // Reports two adjacent operands. Words that cannot begin an operand are reported by the caller.
  void refuseNoOperator(const Expr& left) const {
    const Token found = lexer_.peek();
    const std::string operand = operandText(lexer_);
    if (!isNumber(found) && found.text != "(" && !(found.kind == TokenKind::Identifier && beginsOperand())) return;
    failUser(fmt::format("an operator is missing between {} and {}", print(left), operand), lexer_.here(), {},
             fmt::format("{} * {}", grouped(print(left)), operand));
  }

  // Whether an operand begins here: a name before an operator, a bracket, or the end. Excludes words of prose, and the
  // result of a second assignment.
  bool beginsOperand() const {
    const std::string operand = operandText(lexer_);
    Lexer ahead = lexer_;
    while (!ahead.atEnd() && ahead.consumedTo() < lexer_.peek().span.begin + operand.size()) ahead.next();
    const TokenKind next = ahead.peek().kind;
    const std::string& symbol = ahead.peek().text;
    if (next == TokenKind::End || next == TokenKind::Newline) return true;
    return next == TokenKind::Symbol && symbol != "=" && symbol != "+=" && symbol != ":" && ahead.peek(1).text != "=";
  }

  // The location of a parenthesised expression includes the parentheses.
  static Expr withPlace(const Expr& expr, Location where) { return Expr(ExprNode{expr->kind, std::move(where)}); }

  Lexer& lexer_;
};

}  // namespace

Expr parseExpr(Lexer& lexer) { return Parser(lexer).expression(0).expr; }

}  // namespace stardust::notation
