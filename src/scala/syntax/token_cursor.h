// The tokens of a source, with the parser's position in them; internal to the room.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "scala/syntax/lexer.h"

namespace stardust::scala {

class TokenCursor {
 protected:
  explicit TokenCursor(const Source& source) : source_(source), tokens_(tokenize(source, Dialect::Scala).list) {}
  /// The tokens of a part of the source.
  TokenCursor(const Source& source, const Span& part);

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
  std::size_t closing(std::size_t ahead) const;
  /// Renames a name in the rest of the file: import a.{X => Y}. import a.{X => _} hides X.
  void rename(std::string_view name, std::string_view replacement);

  /// Line ends separate statements; they do not inside parentheses, but do again inside nested braces.
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

  Source source_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int parentheses_ = 0;

 private:
  Source inner_;  ///< a copy of a part of the source, to which the tokens refer
};

}  // namespace stardust::scala
