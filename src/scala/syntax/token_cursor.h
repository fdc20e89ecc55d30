// The place in the tokens that all parts of the parser share.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scala/syntax/lexer.h"
#include "scala/syntax/tree.h"

namespace stardust::scala {

class TokenCursor {
 public:
  TokenCursor(Source source, std::vector<Token> tokens);
  /// In a part of the source.
  TokenCursor(const Source& source, const Span& part);

  const Source& source() const { return source_; }
  std::size_t at() const { return at_; }
  const Token& peek() const { return tokens_[at_]; }
  /// Not beyond the token behind the end.
  const Token& peek(std::size_t ahead) const { return tokens_[at_ + ahead]; }
  const Token& take() { return tokens_[isEnd() ? at_ : at_++]; }
  template <class Text>
  bool is(const Text& text) const {
    return peek().is(text);
  }
  template <class Text>
  bool is(const Text& text, std::size_t ahead) const {
    return peek(ahead).is(text);
  }
  bool isKind(Token::Kind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  bool isName(std::size_t ahead = 0) const {
    const auto kind = peek(ahead).kind;
    return kind == Token::Kind::Identifier || kind == Token::Kind::Quoted;
  }
  bool isEnd() const { return isKind(Token::Kind::End); }
  /// Of a function by cases, or of a match; not a case class.
  bool startsCase() const { return is("case") && !is("class", 1) && !is("object", 1); }
  /// The next token goes on with the expression so far: no line ends before it.
  bool continues() const { return parentheses_ > 0 || !peek().startsLine; }
  template <class Text>
  bool accept(const Text& text) {
    if (!is(text)) return false;
    take();
    return true;
  }
  template <class Text>
  void expect(const Text& text, std::string_view where) {
    if (!accept(text)) failMissing(text, where);
  }
  std::string name(std::string_view what);
  /// Where the parenthesis that opens at `ahead` is closed, and the token behind; relative to the present one.
  std::size_t closing(std::size_t ahead) const;
  /// From here on a word stands for another.
  void rename(std::string_view word, std::string_view meant);

  Location here() const { return {source_, peek().span}; }
  /// From a token to the last one that was taken.
  Location since(std::size_t first) const {
    const auto last = at_ > first ? at_ - 1 : first;
    return {source_, {tokens_[first].span.begin, tokens_[last].span.end}};
  }
  std::vector<std::string_view> textSince(std::size_t first) const;
  template <class Kind>
  Tree make(Kind&& kind, std::size_t first) const {
    return Tree(TreeNode{std::forward<Kind>(kind), since(first)});
  }
  [[noreturn]] void failExpected(std::string_view what) const;

  /// Counts the constructs that are open, so that no input can exhaust the stack, and the height of the tree inside.
  class Nesting {
   public:
    explicit Nesting(TokenCursor& cursor);
    ~Nesting() {
      --cursor_.depth_;
      cursor_.height_ = std::max(outer_, cursor_.height_ + 1);
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    TokenCursor& cursor_;
    int outer_;
  };
  /// One more link of a chain such as a + b + c, whose tree has as many levels.
  void link(std::size_t first);

  /// Line ends separate nothing inside parentheses, but do again inside braces there.
  class Lines {
   public:
    Lines(TokenCursor& cursor, bool separate) : cursor_(cursor), before_(cursor.parentheses_) {
      cursor.parentheses_ = separate ? 0 : before_ + 1;
    }
    ~Lines() { cursor_.parentheses_ = before_; }
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

   private:
    TokenCursor& cursor_;
    int before_;
  };

 private:
  TokenCursor(const Source& source, Source copy, std::size_t begin);
  [[noreturn]] void failMissing(std::string_view text, std::string_view where) const;

  Source source_;
  Source part_;                ///< the text of the tokens, if it is a copy of a part
  std::vector<Token> tokens_;  ///< with a few ends, so that one may look ahead
  std::size_t at_ = 0;
  int depth_ = 0;        ///< of open constructs
  int height_ = 0;       ///< of the trees in the innermost construct
  int parentheses_ = 0;  ///< open ones in which line ends separate nothing
};

}  // namespace stardust::scala
