// The recursive-descent parser; internal to the room.
//   read.cpp  tokens and definitions    read_expr.cpp  expressions    read_type.cpp  types and patterns
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "scala/syntax/lexer.h"
#include "scala/syntax/tree.h"

namespace stardust::scala {

class Parser {
 public:
  explicit Parser(const Source& source) : source_(source), tokens_(tokenize(source, Dialect::Scala).list) {}
  /// Parses a part of the source.
  Parser(const Source& source, const Span& part);
  Tree file();

 private:
  // Tokens
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool is(std::string_view text, std::size_t ahead = 0) const;
  bool isName(std::size_t ahead = 0) const;
  bool isOperatorCall() const;
  bool isEnd() const { return peek().kind == Token::Kind::End; }
  /// At a case of a partial function or match, not at a case class.
  bool startsCase() const { return is("case") && !is("class", 1) && !is("object", 1); }
  /// The next token continues the expression: no line ends before it.
  bool continues() const { return parentheses_ > 0 || !peek().startsLine; }
  bool accept(std::string_view text);
  void expect(std::string_view text, std::string_view where);
  std::string name(std::string_view what);
  Location here() const { return {source_, peek().span}; }
  Location since(std::size_t first) const;
  [[noreturn]] void failExpected(std::string_view what) const;
  Tree make(decltype(TreeNode::kind) kind, std::size_t first) const {
    return Tree(TreeNode{std::move(kind), since(first)});
  }
  std::size_t closing(std::size_t ahead) const;

  /// Limits the nesting of constructs, so that no input can exhaust the stack.
  class Nesting {
   public:
    explicit Nesting(Parser& parser);
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };
  /// Line ends separate statements; they do not inside parentheses, but do again inside nested braces.
  class Lines {
   public:
    Lines(Parser& parser, bool separate) : parser_(parser), before_(parser.parentheses_) {
      parser.parentheses_ = separate ? 0 : before_ + 1;
    }
    ~Lines() { parser_.parentheses_ = before_; }
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

   private:
    Parser& parser_;
    int before_;
  };

  // Definitions
  Tree statement();
  struct Modifiers {
    bool isCase = false, isAbstract = false, isLazy = false, isStruct = false, isImplicit = false;
    bool isSpatial = false;  ///< @spatial: its control structures are staged
  };
  Tree definition(std::size_t first, const Modifiers& modifiers);
  Tree valDefinition(std::size_t first, const Modifiers& modifiers);
  Tree defDefinition(std::size_t first, bool isImplicit);
  std::string methodName();
  Tree typeDefinition(std::size_t first);
  Tree import(std::size_t first);
  void rename(std::string_view name, std::string_view meant);
  Modifiers modifiers();
  std::vector<std::string> typeParameters(std::vector<Parameter>& evidence);
  ClassTree::Base base();
  Tree classBody();
  std::vector<Parameter> parameters();
  std::vector<Tree> statements();

  // Expressions
  Tree expression();
  Tree withPlaceholders(Tree (Parser::*parse)());
  Tree plain();
  Tree infix(int atLeast);
  Tree prefix();
  Tree postfix();
  Tree primary();
  void requireStaged(std::string_view what, std::string_view remedy) const;
  Tree returnExpression();
  Tree newExpression();
  Tree parenthesized();
  Tree block();
  Tree blockBody(std::size_t first);
  Tree lambda(bool isBlock);
  bool startsLambda(std::size_t ahead = 0) const;
  Tree ifExpression();
  Tree whileExpression();
  Tree forExpression();
  Tree text(std::string_view interpolator, std::size_t first);
  std::vector<Argument> arguments();
  std::vector<Case> cases();
  int precedence() const;

  // Types and patterns
  TypeTree type();
  TypeTree plainType();
  TypeTree simpleType();
  std::vector<TypeTree> typeArguments();
  /// The context of a pattern. In a case, a name may be a constant, and a type is tested. In a val or parameter, all
  /// names are new, and types are not tested. The definition parses the type of a whole val.
  enum class PatternOf { Case, CasePart, Val, Parameter };
  Pattern pattern(PatternOf of);
  Pattern infixPattern(PatternOf of);
  Pattern simplePattern(PatternOf of);
  Pattern namedPattern(PatternOf of);
  std::vector<Pattern> patternParts(PatternOf of);
  void typeOf(Pattern& pattern, PatternOf of);

  Source source_;
  Source inner_;  ///< a copy of a part of the source, to which the tokens refer
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int parentheses_ = 0;
  bool importsSpatial_ = false;
  bool isStaged_ = false;              ///< in a @spatial class of a file that imports Spatial
  std::vector<Pattern> placeholders_;  ///< parameters for the underscores of the current expression
  int placeholderCount_ = 0;
};

}  // namespace stardust::scala
