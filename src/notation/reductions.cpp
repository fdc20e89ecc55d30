#include "notation/reductions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "notation/parse.h"
#include "operators/arithmetic.h"

namespace stardust::notation {
namespace {

using operators::Composed;
using operators::Constant;

// A row with the texts and the program to which it points.
struct Declared {
  std::string text, name;
  Composed composed;
  operators::Operator row;
};

// Translates the body; returns the number of its value.
class Composer {
 public:
  explicit Composer(const std::vector<std::string>& parameters) : parameters_(parameters) {}

  Composed of(const Expr& body) {
    collect(body);
    value(body);
    return std::move(composed_);
  }

 private:
  static double numberOf(const Literal& literal) { return realNumber(literal).value(); }

  // Constants are numbered before steps.
  void collect(const Expr& expr) {
    const auto* literal = std::get_if<Literal>(&expr->kind);
    if (literal && !realNumber(*literal))
      failUser("a declared reduction is of real numbers", expr->where, "its laws are checked for real numbers",
               "reduce the real and imaginary parts, or with += or *=");
    if (literal) composed_.constants.push_back(numberOf(*literal));
    if (const auto* call = std::get_if<Call>(&expr->kind))
      for (const Expr& operand : call->operands) collect(operand);
  }

  std::size_t value(const Expr& expr) {
    return match(
        expr->kind,
        [&](const Access& parameter) {
          const auto at = std::find(parameters_.begin(), parameters_.end(), parameter.tensor.name);
          return static_cast<std::size_t>(at - parameters_.begin());
        },
        [&](const Literal&) { return parameters_.size() + nextConstant_++; },
        [&](const Call& call) {
          Composed::Step step{call.op, {}};
          for (const Expr& operand : call.operands) step.operands.push_back(value(operand));
          composed_.steps.push_back(std::move(step));
          return parameters_.size() + composed_.constants.size() + composed_.steps.size() - 1;
        });
  }

  const std::vector<std::string>& parameters_;
  Composed composed_;
  std::size_t nextConstant_ = 0;
};

// The place of the word `identity`, which ends the body.
Token identityWord(const Lexer& body) {
  Lexer ahead = body;
  Token found;
  for (; !ahead.atEnd() && ahead.peek().kind != TokenKind::Newline; ahead.next())
    if (ahead.atWord("identity") && ahead.peek(1).text != "(") found = ahead.peek();
  if (found.text.empty())
    failUser("the identity of the reduction is missing", ahead.here(),
             "a result without any term holds it, and each partial result begins with it",
             "end the line with identity 0, or with another number, inf or -inf");
  return found;
}

Constant parseIdentity(Lexer& lexer) {
  const bool isNegative = lexer.accept("-");
  if (lexer.atWord("inf")) {
    lexer.next();
    return isNegative ? operators::least : operators::greatest;
  }
  if (lexer.peek().kind != TokenKind::Integer) lexer.failExpected("an integer, inf or -inf");
  const Location where = lexer.here();
  const std::int64_t number = lexer.expectInteger("an identity");
  if (number > std::numeric_limits<int>::max())
    failUser(fmt::format("the identity {} is too large", number), where, "an identity has 32 bits",
             "inf is the largest value of the type");
  return {Constant::Kind::Number, static_cast<int>(isNegative ? -number : number)};
}

// Values that differ in sign and size, with exact sums and products.
constexpr double samples[] = {-3, -1, 0, 1, 2, 5};

bool isSame(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

// Checks the laws of a reduction on samples.
class Laws {
 public:
  Laws(const Declared& declared, const Location& where) : declared_(declared), where_(where) {}

  void check() const {
    const double identity = operators::realOf(declared_.row.identity->value);
    for (const double a : samples) {
      if (!isSame(of(identity, a), a))
        fail("changes a value that meets the identity", called(text(identity), text(a)), of(identity, a),
             text(a) + " is expected");
      for (const double b : samples) {
        if (!isSame(of(a, b), of(b, a)))
          fail("does not commute", called(text(a), text(b)), of(a, b), is(called(text(b), text(a)), of(b, a)));
        for (const double c : samples)
          if (const double left = of(of(a, b), c), right = of(a, of(b, c)); !isSame(left, right))
            fail("does not associate", called(called(text(a), text(b)), text(c)), left,
                 is(called(text(a), called(text(b), text(c))), right));
      }
    }
  }

 private:
  double of(double a, double b) const {
    const double operands[] = {a, b};
    return operators::valueOf<double>(declared_.composed, ValueType::Float64, operands);
  }
  static std::string text(double number) { return fmt::format("{:.6g}", number); }
  static std::string is(const std::string& call, double value) { return fmt::format("{} is {}", call, text(value)); }
  std::string called(const std::string& a, const std::string& b) const {
    return fmt::format("{}({}, {})", declared_.text, a, b);
  }

  [[noreturn]] void fail(const char* fault, const std::string& call, double value, const std::string& other) const {
    failUser(fmt::format("{} {}", declared_.text, fault), where_, fmt::format("{}, but {}", is(call, value), other),
             "terms are reduced in any order, from the identity: write an expression that gives the same in each");
  }

  const Declared& declared_;
  const Location& where_;
};

std::shared_ptr<const operators::Operator> declare(const std::string& name, Composed composed, Constant identity,
                                                   const Location& where) {
  auto declared = std::make_shared<Declared>();
  declared->text = name;
  declared->name = "value of " + name;
  declared->composed = std::move(composed);
  operators::Operator& row = declared->row;
  row.text = declared->text.c_str();
  row.name = declared->name.c_str();
  row.fixity = operators::Fixity::Function;
  row.arity = 2;
  row.identity = operators::Element{identity};
  row.commutes = row.associates = true;
  row.composed = &declared->composed;
  Laws(*declared, where).check();
  return {declared, &declared->row};
}

}  // namespace

void parseReduction(Lexer& lexer, Definitions& definitions) {
  const Token name = lexer.expectIdentifier("the name of the reduction");
  requireNewName(name, lexer, definitions);
  if (operators::reduction(name.text))
    failUser(fmt::format("there is a reduction {}", name.text), lexer.where(name.span), {}, "choose another name");
  const std::size_t parametersAt = lexer.peek().span.begin;
  Definition definition;
  definition.parameters = parseParameters(lexer, name.text);
  if (definition.parameters.size() != 2)
    failUser(fmt::format("the reduction {} is not of two operands", name.text), lexer.since(parametersAt),
             "it combines a partial result and a term", fmt::format("reduction {}(a, b) = …", name.text));
  lexer.expect("=", "'=' and the value of the reduction");
  const Token word = identityWord(lexer);
  Lexer body(lexer.source(), Span{lexer.peek().span.begin, word.span.begin});
  definition.body = parseExpr(body, definitions);
  body.expectEnd("an operator, or identity");
  requireParameters(definition.body, name.text, definition.parameters);
  if (!std::holds_alternative<Call>(definition.body->kind))
    failUser(fmt::format("{} is one of its operands, or a number", name.text), definition.body->where,
             "a reduction depends on all terms", "combine both operands, as in select(a < b, a, b)");
  while (lexer.peek().span.begin < word.span.begin) lexer.next();
  lexer.next();
  const Constant identity = parseIdentity(lexer);
  const Location where = lexer.since(name.span.begin);
  definition.reduction = declare(name.text, Composer(definition.parameters).of(definition.body), identity, where);
  definitions.emplace(name.text, std::move(definition));
}

}  // namespace stardust::notation
