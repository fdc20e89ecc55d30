// The recursive-descent parser; internal to the room.
//   parse_definitions.cpp    parse_expressions.cpp    parse_types.cpp  types and patterns
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scala/syntax/token_cursor.h"
#include "scala/syntax/tree.h"

namespace stardust::scala {

class Parser : private TokenCursor {
 public:
  explicit Parser(const Source& source) : TokenCursor(source) {}
  /// Parses a part of the source.
  Parser(const Source& source, const Span& part) : TokenCursor(source, part) {}
  Tree file();

 private:
  Tree make(decltype(TreeNode::kind) kind, std::size_t first) const {
    return Tree(TreeNode{std::move(kind), since(first)});
  }

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

  int depth_ = 0;
  bool importsSpatial_ = false;
  bool isStaged_ = false;              ///< in a @spatial class of a file that imports Spatial
  std::vector<Pattern> placeholders_;  ///< parameters for the underscores of the current expression
  int placeholderCount_ = 0;
};

}  // namespace stardust::scala
