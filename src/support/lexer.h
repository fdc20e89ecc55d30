// The common tokenizer of expressions, statements, schedules, flag values and kernel files (docs/guide/grammar.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/diagnostic.h"

namespace stardust {

enum class TokenKind { Identifier, Integer, Decimal, String, Symbol, Newline, End, Imaginary };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;  ///< as written; a String without quotes
  Span span;         ///< a String including its quotes
};

/// Reads tokens lazily from a part of a source. A copy of a lexer is a saved position, at the cost of one token. Blanks
/// separate tokens; '#' starts a comment to the end of the line. With `lineEnds`, the end of a line outside parentheses
/// is a token as well.
class Lexer {
 public:
  /// Maximum nesting depth of a user's text. Deeper nesting is a user error, which keeps recursion over parsed values
  /// within the stack.
  static constexpr int maxDepth = 200;

  explicit Lexer(Source source, bool lineEnds = false);
  Lexer(Source source, Span part, bool lineEnds = false);

  const Token& peek() const;
  Token peek(std::size_t ahead) const;  ///< 0: the next token
  Token next();                         ///< takes the token; stays at the end token

  bool at(std::string_view symbol) const { return peek().kind == TokenKind::Symbol && peek().text == symbol; }
  bool atWord(std::string_view word) const { return peek().kind == TokenKind::Identifier && peek().text == word; }
  bool atEnd() const { return peek().kind == TokenKind::End; }
  bool accept(std::string_view symbol);
  /// The following throw Error (user) "expected WHAT, but found …" on any other token.
  void expect(std::string_view symbol, std::string_view what);
  Token expectIdentifier(std::string_view what);
  void expectEnd(std::string_view what);
  std::int64_t expectInteger(std::string_view what);  ///< signed
  double expectNumber(std::string_view what);         ///< integer or decimal, signed
  /// The rest of the source verbatim, without surrounding blanks: file paths are not tokens. A '#' after a blank starts
  /// a comment. Quotes around the whole text are removed. Consumes everything.
  std::string rest();

  Location where(Span span) const { return {source_, span}; }
  Location here() const { return where(peek().span); }
  std::size_t consumedTo() const { return taken_; }  ///< the end of the last token taken
  Location since(std::size_t begin) const { return where({begin, taken_}); }
  const Source& source() const { return source_; }
  /// A lexer on the same part of the text, at its beginning.
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
  // End of the look-ahead.
  mutable std::optional<Token> token_;
  mutable std::size_t next_;
  mutable int open_ = 0;  // number of open brackets
};

/// One level of recursion, for the lifetime of the object. Throws Error (user) beyond Lexer::maxDepth.
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

/// A token as displayed in messages: 'innerPar', '(', "a.mtx", the end.
std::string describe(const Token& token);

}  // namespace stardust
