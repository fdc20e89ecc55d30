// The recursive descent behind read, a part for each kind of construct; internal to the room. The parts need each
// other, and share one cursor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scala/syntax/language.h"
#include "scala/syntax/token_cursor.h"

namespace stardust::scala {

class Parser;

/// A part of the parser.
class ParserPart {
 public:
  explicit ParserPart(Parser& parser);
  ParserPart(const ParserPart&) = delete;
  ParserPart& operator=(const ParserPart&) = delete;

 protected:
  Parser& p_;
  TokenCursor& t_;
};

class TypeParser : public ParserPart {
 public:
  using ParserPart::ParserPart;
  TypeTree type();
  TypeTree plainType();
  TypeTree simpleType();
  std::vector<TypeTree> typeArguments();
};

/// The context of a pattern, which determines the meaning of names and types in it. In a case, a name may refer to a
/// constant, and a type is a condition on the value. In a val or among parameters, all names are new, and types are
/// ignored. The definition of a val parses its own type.
enum class PatternOf { Case, CasePart, Val, Parameter };

class PatternParser : public ParserPart {
 public:
  using ParserPart::ParserPart;
  Pattern pattern(PatternOf of);

 private:
  bool isPlainName(PatternOf of) const;
  Pattern infixPattern(PatternOf of);
  Pattern simplePattern(PatternOf of);
  Pattern namedPattern(PatternOf of);
  std::vector<Pattern> patternParts(PatternOf of);
  void typeOf(Pattern& pattern, PatternOf of);
};

/// parse_expressions.cpp: operators and operands; parse_control.cpp: blocks, functions, control; parse_strings.cpp:
/// strings.
class ExpressionParser : public ParserPart {
 public:
  using ParserPart::ParserPart;
  Tree expression();
  Tree prefix();
  Tree block();
  std::vector<Argument> arguments();
  /// A function begins here: its parameters, and =>.
  bool startsLambda() const;

 private:
  Tree plain();
  Tree infix(int atLeast);
  bool isInfix() const;
  int precedence() const;
  bool isNegativeNumber() const;
  bool isOperatorCall() const;
  Tree postfix();
  Tree primary();
  Tree reserved();
  Tree number();
  Tree character();
  Tree name();
  Tree label();
  Tree newExpression();
  Tree parenthesized();
  Tree blockBody(std::size_t first);
  Tree lambda(bool isBlock);
  std::vector<Case> cases();
  Tree ifExpression();
  Tree whileExpression();
  Tree forExpression();
  Tree returnExpression();
  void requireUnstaged(std::string_view what, std::string_view remedy) const;
  Tree text(std::string_view interpolator, std::size_t first);

  std::vector<Pattern> placeholders_;  ///< of the expression being read: its underscores, by the names they got
  int placeholderCount_ = 0;
};

class StatementParser : public ParserPart {
 public:
  using ParserPart::ParserPart;
  Tree file();
  std::vector<Tree> statements();
  ClassTree::Base base();
  Tree classBody();
  /// Whether this is in a class whose control structures the embedded language stages.
  bool isStaged() const { return isStaged_; }

 private:
  struct Modifiers {
    bool isCase = false, isAbstract = false, isLazy = false, isRecord = false, isImplicit = false;
    bool isStaged = false, isOverride = false;
  };
  Tree statement();
  Modifiers modifiers();
  Tree definition(std::size_t first, const Modifiers& modifiers);
  Tree valDefinition(std::size_t first, const Modifiers& modifiers);
  Tree defDefinition(std::size_t first, const Modifiers& modifiers);
  std::string methodName();
  Tree typeDefinition(std::size_t first);
  Tree import(std::size_t first);
  bool isKnownBound(std::string_view name) const;
  std::vector<std::string> typeParameters(std::vector<Parameter>& evidence);
  std::vector<Parameter> parameters();

  bool importsLanguage_ = false;
  bool isStaged_ = false;
};

class Parser {
 public:
  Parser(TokenCursor start, const Language& given) : language(given), cursor(std::move(start)) {}

  const Language& language;
  TokenCursor cursor;
  TypeParser types{*this};
  PatternParser patterns{*this};
  ExpressionParser expressions{*this};
  StatementParser statements{*this};
};

inline ParserPart::ParserPart(Parser& parser) : p_(parser), t_(parser.cursor) {}

}  // namespace stardust::scala
