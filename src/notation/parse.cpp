#include "notation/parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "notation/foreign.h"
#include "notation/foreign_text.h"
#include "notation/inner_reductions.h"
#include "support/brackets.h"
#include "support/plural.h"

namespace stardust::notation {

namespace {

bool isNumber(const Token& token) {
  return token.kind == TokenKind::Integer || token.kind == TokenKind::Decimal || token.kind == TokenKind::Imaginary;
}

Expr parseLiteral(Lexer& lexer) {
  const std::size_t begin = lexer.peek().span.begin;
  Lexer ahead = lexer;
  ahead.accept("-");
  if (ahead.peek().kind == TokenKind::Imaginary) {
    const bool negative = lexer.accept("-");
    const Token token = lexer.next();
    const std::string digits = token.text.substr(0, token.text.size() - 1);
    const double value = withPlace(lexer.since(begin), [&] {
      Lexer number(makeSource("", digits));
      return number.expectNumber("a number");
    });
    return literal(Imaginary{negative ? -value : value}, lexer.since(begin));
  }
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
  bool isCalledSum = false;  ///< the sum of a definition: one term of an outer sum
};

class Parser {
 public:
  /// A name among `vars` without indices is the value of this index variable.
  Parser(Lexer& lexer, const Definitions& definitions, std::vector<IndexVar> vars, InnerReductions* inner)
      : lexer_(lexer),
        definitions_(definitions),
        vars_(std::move(vars)),
        inner_(inner),
        begin_(lexer.peek().span.begin) {}

  Expr whole() { return asTerm(expression(0)); }

 private:
  ExprWithHeight expression(int depth) { return infix(operators::loosest, depth); }

  // Parses operators of this precedence and above, the tightest first. The recursion is as deep as the text nests.
  ExprWithHeight infix(int precedence, int depth) {
    if (precedence > operators::tightest) return unary(depth);
    const bool isNot = precedence <= operators::notWord && beginsWithNot();
    ExprWithHeight left = isNot ? prefixed(operators::notWord, depth) : unary(depth);
    int level = isNot ? operators::notWord - 1 : operators::tightest;  // looser operators follow `not a`
    while (level >= precedence) {
      if (level == operators::tightest) {
        refuseFactor(lexer_, left.expr);
        refuseNoOperator(left.expr);
      }
      const Symbol symbol = symbolHere();
      const Op op = operators::infix(symbol.text, level);
      if (!op) {
        --level;
        continue;
      }
      take(symbol);
      left = join(op, left, infix(level + 1, depth), depth);
      if (level == operators::comparison) refuseSecondComparison(left.expr);
    }
    if (precedence == operators::loosest) refuseTerm(lexer_, left.expr);
    return left;
  }

  // An operator at the lexer's position: a word, or adjacent characters.
  struct Symbol {
    std::string text;
    std::size_t end;
  };
  Symbol symbolHere() const {
    const Token token = operatorAt(lexer_);
    if (token.kind == TokenKind::Symbol && token.text == "<-") return {"<", token.span.begin + 1};  // a <-b
    const bool isWord = token.kind == TokenKind::Identifier;
    if (token.kind != TokenKind::Symbol && !isWord) return {"", token.span.begin};
    return {token.text, token.span.end};
  }
  void take(const Symbol& symbol) {
    while (!lexer_.atEnd() && lexer_.peek().span.begin < symbol.end) lexer_.next();
  }

  void refuseSecondComparison(const Expr& first) const {
    const Symbol symbol = symbolHere();
    if (!operators::infix(symbol.text, operators::comparison)) return;
    const auto& operands = std::get<Call>(first->kind).operands;
    const std::string second = operandText(after(lexer_, {TokenKind::Symbol, symbol.text, {0, symbol.end}}));
    failUser("a comparison of a comparison", lexer_.where({lexer_.peek().span.begin, symbol.end}),
             "a < b < c is read in two ways",
             fmt::format("{} && {} {} {}", print(first), print(operands[1]), symbol.text, second));
  }

  // `not a`, but neither a tensor with this name nor its access.
  bool beginsWithNot() const {
    if (!lexer_.atWord("not")) return false;
    const Token next = lexer_.peek(1);
    return next.kind == TokenKind::Identifier || isNumber(next) || next.text == "(" || next.text == "-" ||
           next.text == "!" || next.text == "~";
  }

  // A prefix operator with an operand of this precedence and above.
  ExprWithHeight prefixed(int precedence, int depth) {
    checkDepth(depth, lexer_.here());
    const Symbol symbol = symbolHere();
    const std::size_t begin = lexer_.peek().span.begin;
    const Op op = operators::prefix(symbol.text);
    take(symbol);
    const ExprWithHeight operand =
        precedence == operators::notWord ? infix(operators::notWord, depth + 1) : unary(depth + 1);
    const Expr of = op == operators::negate ? asTerm(operand) : operand.expr;
    return {notation::call(op, {of}, lexer_.since(begin)), operand.depth + 1};
  }

  ExprWithHeight join(Op op, const ExprWithHeight& left, const ExprWithHeight& right, int depth) {
    const int own = std::max(left.depth, right.depth) + 1;
    checkDepth(depth + own, right.expr->where);
    const Location where = lexer_.since(left.expr->where.span.begin);
    const bool isSum = op == operators::add || op == operators::subtract;
    return {isSum ? binary(op, asTerm(left), asTerm(right), where) : binary(op, left.expr, right.expr, where), own};
  }

  // A call is one additive term, even if its definition is a sum.
  static Expr asTerm(const ExprWithHeight& of) {
    if (!of.isCalledSum) return of.expr;
    return binary(operators::multiply, literal(std::int64_t{1}), of.expr, of.expr->where);
  }

  // A call of a definition.
  ExprWithHeight defined(const Definition& definition, int depth) {
    checkDepth(depth, lexer_.here());
    const Token name = lexer_.next();
    const Token open = lexer_.next();
    std::vector<Expr> operands;
    int own = 0;
    do {
      const ExprWithHeight next = expression(depth + 1);
      operands.push_back(next.expr);
      own = std::max(own, next.depth);
    } while (lexer_.accept(","));
    close(lexer_, open, "an operator, ',' or ')'");
    const Location where = lexer_.since(name.span.begin);
    const std::size_t wanted = definition.parameters.size();
    if (operands.size() != wanted)
      failUser(fmt::format("{} has {}", name.text, operandsOf(operands.size())), where,
               fmt::format("{} is of {}", name.text, operandsOf(wanted)));
    own += heightOf(definition.body);
    checkDepth(depth + own, where);
    const Expr body = expanded(definition, operands, where);
    int left = mostNodes;
    if (!isWithin(body, left))
      failUser(fmt::format("{} becomes more than {} operands and operators", name.text, mostNodes), where,
               "each call is replaced by the definition, with its operands", "split it into several statements");
    const bool isSum = additiveTerms(body).size() > 1;
    return {body, own, isSum};
  }

  // sum(j, e), max(j, k, e): variables of the last operand precede it. max(a, x(i)) is a call, sum(i,j) an access.
  bool beginsReduction() const {
    if (!inner_ || lexer_.peek(1).text != "(" || !operators::reductionInside(lexer_.peek().text)) return false;
    const Op call = operators::function(lexer_.peek().text);
    const std::vector<std::string> arguments = argumentTexts(after(lexer_, lexer_.peek()));
    if (arguments.size() < 2 || isName(arguments.back())) return false;
    const std::vector<IndexVar> inside = variablesIn(arguments.back());
    return !call || std::all_of(arguments.begin(), arguments.end() - 1,
                                [&](const std::string& name) { return contains(inside, name); });
  }

  ExprWithHeight reduction(int depth) {
    checkDepth(depth, lexer_.here());
    const Token name = lexer_.next();
    const Op op = operators::reductionInside(name.text);
    const Token open = lexer_.next();
    std::vector<Token> reduced;
    while (lexer_.peek().kind == TokenKind::Identifier && lexer_.peek(1).text == ",") {
      reduced.push_back(lexer_.next());
      vars_.push_back(reduced.back().text);
      lexer_.next();
    }
    if (reduced.empty()) lexer_.failExpected("a variable that is reduced over, and ','");
    Expr term = expression(depth + 1).expr;
    const AssignOp assigned = op == operators::add ? AssignOp::Set : AssignOp(op);
    if (assigned == AssignOp::Set && additiveTerms(term).size() > 1)
      term = binary(operators::multiply, literal(std::int64_t{1}), term, term->where);
    close(lexer_, open, "an operator or ')'");
    const Location where = lexer_.since(name.span.begin);
    std::vector<IndexVar> kept = variables(term);
    for (const Token& var : reduced) {
      const auto at = std::find(kept.begin(), kept.end(), var.text);
      if (at == kept.end())
        failUser(fmt::format("{} does not occur in what is reduced, or is reduced twice", var.text),
                 lexer_.where(var.span));
      kept.erase(at);
    }
    for (const Assignment& other : *inner_)
      if (other.op == assigned && other.lhs.indices == kept && equal(other.rhs, term))
        return {access(other.lhs.tensor, kept, where), 1};
    TensorVar result;
    result.name = nameOfReduction(name.text);
    result.format = denseFormat(static_cast<int>(kept.size()));
    inner_->push_back(InnerReduction({{result, kept}, where, assigned, std::move(term)}));
    return {access(std::move(result), std::move(kept), where), 1};
  }

  bool isInSource(const std::string& name) const { return lexer_.source()->text.find(name) != std::string::npos; }

  // sum1, max2, …: a name that does not occur in the source.
  std::string nameOfReduction(const std::string& reduction) const {
    const auto isTaken = [&](const std::string& name) {
      const auto isSame = [&](const Assignment& other) { return other.lhs.tensor.name == name; };
      return isInSource(name) || inner_->isTaken(name) || std::any_of(inner_->begin(), inner_->end(), isSame);
    };
    std::size_t n = inner_->size() + 1;
    while (isTaken(fmt::format("{}{}", reduction, n))) ++n;
    return fmt::format("{}{}", reduction, n);
  }

  // The value of the index variable i is read from index_i, or another name that does not occur in the expression.
  Expr valueOf(const IndexVar& var, Location where) const {
    std::string name = "index_" + var;
    while (lexer_.source()->text.find(name, begin_) != std::string::npos) name += "_";
    return indexValue(std::move(name), var, std::move(where));
  }

  static constexpr int mostNodes = 10000;
  static bool isWithin(const Expr& expr, int& left) {
    const auto* c = std::get_if<Call>(&expr->kind);
    if (--left < 0 || !c) return left >= 0;
    return std::all_of(c->operands.begin(), c->operands.end(), [&](const Expr& e) { return isWithin(e, left); });
  }

  static int heightOf(const Expr& expr) {
    const auto* c = std::get_if<Call>(&expr->kind);
    int height = 0;
    if (c)
      for (const Expr& operand : c->operands) height = std::max(height, heightOf(operand));
    return height + 1;
  }

  // min(a, b, c) is min(min(a, b), c).
  ExprWithHeight call(Op op, int depth) {
    checkDepth(depth, lexer_.here());
    const Token name = lexer_.next();
    const Token open = lexer_.next();
    std::vector<Expr> operands;
    int own = 0;
    bool isComplete = false;
    do {
      if (isComplete && !operators::chains(*op)) failOperands(*op, operands.front());
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
    failUser(fmt::format("{} has {}", operators::callName(op), operandsOf(operands.size())), where,
             reduces ? fmt::format("{} takes two or more operands", operators::callName(op))
                     : fmt::format("{} is of {}", operators::callName(op), operandsOf(op.arity)),
             reduces ? fmt::format("to reduce over the variables that are not on the left, assign: y(i) {}= {}",
                                   operators::callName(op), print(operands.front()))
                     : "");
  }

  // Reports a surplus operand at the lexer's position.
  [[noreturn]] void failOperands(const operators::Operator& op, const Expr& complete) const {
    failUser(fmt::format("{} has more than {}", operators::callName(op), operandsOf(op.arity)), lexer_.here(),
             fmt::format("{} is of {}", operators::callName(op), operandsOf(op.arity)), print(complete));
  }

  ExprWithHeight unary(int depth) {
    checkDepth(depth, lexer_.here());
    if (isNegativeLiteral()) {
      const Expr number = parseLiteral(lexer_);
      refusePostfix(lexer_, number);
      return {number, 1};
    }
    const Symbol symbol = symbolHere();
    if (lexer_.peek().kind == TokenKind::Symbol && operators::prefix(symbol.text))
      return prefixed(operators::prefixes, depth);
    return power(depth);
  }

  // -3, but not the -3 of -3 ^ 2, which is -(3 ^ 2).
  bool isNegativeLiteral() const {
    Lexer ahead = lexer_;
    if (!ahead.accept("-") || !isNumber(ahead.peek())) return false;
    ahead.next();
    return !operators::infix(operatorAt(ahead).text, operators::power);
  }

  // a ^ b ^ c is a ^ (b ^ c); the exponent may have a sign.
  ExprWithHeight power(int depth) {
    const ExprWithHeight base = atom(depth);
    const Symbol symbol = symbolHere();
    const Op op = operators::infix(symbol.text, operators::power);
    if (!op) return base;
    take(symbol);
    return join(op, base, unary(depth + 1), depth);
  }

  ExprWithHeight atom(int depth) {
    const ExprWithHeight atom = isNumber(lexer_.peek()) ? ExprWithHeight{parseLiteral(lexer_), 1} : bareAtom(depth);
    refusePostfix(lexer_, atom.expr);
    return atom;
  }

  ExprWithHeight bareAtom(int depth) {
    const Token token = lexer_.peek();
    if (lexer_.accept("(")) {
      const ExprWithHeight inside = expression(depth + 1);
      close(lexer_, token, "an operator or ')'");
      return {withPlace(inside.expr, lexer_.since(token.span.begin)), inside.depth + 1, inside.isCalledSum};
    }
    if (token.kind != TokenKind::Identifier) failNoOperand();
    if (beginsReduction()) return reduction(depth);
    const Op function = lexer_.peek(1).text == "(" ? operators::function(token.text) : nullptr;
    if (function) return call(function, depth);
    const auto definition = lexer_.peek(1).text == "(" ? definitions_.find(token.text) : definitions_.end();
    if (definition != definitions_.end()) return defined(definition->second, depth);
    Location where;
    Access read = parseAccess(lexer_, where);
    if (read.indices.empty() && read.computed.empty() && lexer_.since(token.span.begin).text() == token.text &&
        contains(vars_, read.tensor.name))
      return {valueOf(read.tensor.name, where), 1};
    return {access(std::move(read), where), 1};
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
    if (operators::infix(found.text)) return;
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
  const Definitions& definitions_;
  std::vector<IndexVar> vars_;
  InnerReductions* inner_;
  std::size_t begin_;
};

// The index variables of an expression, before it is known which scalars are values of them.
std::vector<IndexVar> variablesAhead(Lexer lexer, const Definitions& definitions, std::vector<IndexVar> vars,
                                     bool hasReductions) {
  InnerReductions inner;
  const Expr expr = Parser(lexer, definitions, vars, hasReductions ? &inner : nullptr).whole();
  const auto add = [&](const std::vector<IndexVar>& more) { vars.insert(vars.end(), more.begin(), more.end()); };
  add(variables(expr));
  for (const Assignment& reduction : inner) add(variables(reduction.rhs));
  return vars;
}

}  // namespace

Expr parseExpr(Lexer& lexer, const Definitions& definitions, const std::vector<IndexVar>& outer,
               InnerReductions* inner) {
  std::vector<IndexVar> vars = variablesAhead(lexer, definitions, outer, inner != nullptr);
  return Parser(lexer, definitions, std::move(vars), inner).whole();
}
Expr parseExpr(Lexer& lexer, const Definitions& definitions, const std::vector<IndexVar>& outer) {
  return parseExpr(lexer, definitions, outer, nullptr);
}

}  // namespace stardust::notation
