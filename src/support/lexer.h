// The one tokenizer behind expressions, statements, schedules, flag values and kernel files (docs/guide/grammar.md).
#pragma once

#include <cstdint>
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

/// Reads tokens on demand from a part of a source. Copying a lexer saves its place, at the cost of one token.
/// Blanks separate tokens, and '#' begins a comment that ends with its line. `lineEnds`: the end of a line outside parentheses is a
/// token too.
class Lexer {
 public:
  /// How deep a user's text may nest; deeper is a user error, so that recursion over what was read is safe.
  static constexpr int maxDepth = 200;

  explicit Lexer(Source source, bool lineEnds = false);
  Lexer(Source source, Span part, bool lineEnds = false);

  const Token& peek() const { return token_; }
  Token peek(std::size_t ahead) const;  ///< 0: the next one
  Token next();                         ///< takes the token; at the end it stays there

  bool at(std::string_view symbol) const { return token_.kind == TokenKind::Symbol && token_.text == symbol; }
  bool atWord(std::string_view word) const { return token_.kind == TokenKind::Identifier && token_.text == word; }
  bool atEnd() const { return token_.kind == TokenKind::End; }
  bool accept(std::string_view symbol);
  /// The following throw Error (user) "expected WHAT, but found …" unless the token is there.
  void expect(std::string_view symbol, std::string_view what);
  Token expectIdentifier(std::string_view what);
  void expectEnd(std::string_view what);
  std::int64_t expectInteger(std::string_view what);  ///< with its sign
  double expectNumber(std::string_view what);         ///< whole or decimal, with its sign
  /// Everything not taken yet, without the blanks around it; for file paths. Nothing is left afterwards.
  std::string rest();

  Location where(Span span) const { return {source_, span}; }
  Location here() const { return where(token_.span); }
  std::size_t consumedTo() const { return taken_; }  ///< the end of the last token taken
  Location since(std::size_t begin) const { return where({begin, taken_}); }
  const Source& source() const { return source_; }
  [[noreturn]] void failExpected(std::string_view what) const;

 private:
  void scan();
  void skipBlanks();
  TokenKind scanNumber(std::size_t begin);
  TokenKind scanSymbol(std::size_t begin);

  Source source_;
  std::size_t end_;
  std::size_t next_;   // where the scan goes on
  std::size_t taken_;  // end of the last token taken
  bool lineEnds_;
  int open_ = 0;  // parentheses and braces
  Token token_;
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
