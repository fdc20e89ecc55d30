// The one tokenizer behind expressions, statements, schedules, flag values and kernel files (docs/guide/grammar.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/diagnostic.h"

namespace stardust {

enum class TokenKind { Identifier, Integer, Decimal, String, Symbol, Newline, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;  ///< as written; a String without its quotes
  Span span;         ///< a String with its quotes
};

/// Reads tokens, each when it is first asked for, from a part of a source. Copying a lexer saves its place, at the cost
/// of one token. Blanks separate tokens, and '#' begins a comment that ends with its line. `lineEnds`: the end of a
/// line outside parentheses is a token too.
class Lexer {
 public:
  /// How deep a user's text may nest; deeper is a user error, so that recursion over what was read is safe.
  static constexpr int maxDepth = 200;

  explicit Lexer(Source source, bool lineEnds = false);
  Lexer(Source source, Span part, bool lineEnds = false);

  const Token& peek() const;
  Token peek(std::size_t ahead) const;  ///< 0: the next one
  Token next();                         ///< takes the token; at the end it stays there

  bool at(std::string_view symbol) const { return peek().kind == TokenKind::Symbol && peek().text == symbol; }
  bool atWord(std::string_view word) const { return peek().kind == TokenKind::Identifier && peek().text == word; }
  bool atEnd() const { return peek().kind == TokenKind::End; }
  bool accept(std::string_view symbol);
  /// The following throw Error (user) "expected WHAT, but found …" unless the token is there.
  void expect(std::string_view symbol, std::string_view what);
  Token expectIdentifier(std::string_view what);
  void expectEnd(std::string_view what);
  std::int64_t expectInteger(std::string_view what);  ///< with its sign
  double expectNumber(std::string_view what);         ///< whole or decimal, with its sign
  /// Everything not taken yet, as it stands, without the blanks around it: file paths are no tokens. A '#' after a
  /// blank begins a comment; quotes around the whole are taken off. Nothing is left afterwards.
  std::string rest();

  Location where(Span span) const { return {source_, span}; }
  Location here() const { return where(peek().span); }
  std::size_t consumedTo() const { return taken_; }  ///< the end of the last token taken
  Location since(std::size_t begin) const { return where({begin, taken_}); }
  const Source& source() const { return source_; }
  /// The same part of the text from its beginning.
  Lexer whole() const { return Lexer(source_, {begin_, end_}, lineEnds_); }
  Location wholePlace() const { return where({begin_, end_}); }
  [[noreturn]] void failExpected(std::string_view what) const;

 private:
  Token scan() const;
  void skipBlanks() const;
  TokenKind scanNumber(std::size_t begin) const;
  TokenKind scanSymbol(std::size_t begin) const;

  Source source_;
  std::size_t begin_, end_;
  std::size_t taken_;  // end of the last token taken
  bool lineEnds_;
  // How far the look ahead got.
  mutable std::optional<Token> token_;
  mutable std::size_t next_;
  mutable int open_ = 0;  // brackets
};

/// One level of recursion for as long as it lives. Throws Error (user) past Lexer::maxDepth.
class Nesting {
 public:
  Nesting(int& depth, const Lexer& lexer);
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  int& depth_;
};

/// Throws Error (user) once `depth` passes Lexer::maxDepth.
void checkDepth(int depth, const Location& where);

/// A token as a message shows it: 'innerPar', '(', "a.mtx", the end.
std::string describe(const Token& token);

}  // namespace stardust
