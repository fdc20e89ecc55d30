// The one tokenizer behind expressions, statements, schedules, flag values and kernel files (docs/guide/grammar.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/diagnostic.h"

namespace stardust {

struct Token {
  enum class Kind { Name, Integer, Decimal, String, Symbol, End };
  Kind kind = Kind::End;
  std::string_view text;  ///< into the source; a String without its quotes
  Span span;              ///< a String with its quotes
};

/// Reads tokens on demand from a part of a source, one token ahead. Copying a lexer saves its place.
/// Blanks, and line ends unless asked for, separate tokens; '#' begins a comment that ends with its line.
class Lexer {
 public:
  /// How deep a user's text may nest; deeper is a user error, so that recursion over what was read is safe.
  static constexpr int maxDepth = 200;

  explicit Lexer(Source source) : Lexer(source, Span{0, source->text.size()}) {}
  Lexer(Source source, Span part);

  const Token& peek() const { return token_; }
  Token next();  ///< takes the token; at the end it stays there

  bool at(std::string_view symbol) const { return token_.kind == Token::Kind::Symbol && token_.text == symbol; }
  bool atEnd() const { return token_.kind == Token::Kind::End; }
  bool accept(std::string_view symbol);
  /// These three throw Error (user) "expected WHAT, but found …" unless the token is there.
  void expect(std::string_view symbol, std::string_view after);
  std::string expectName(std::string_view what);
  void expectEnd(std::string_view after);
  /// A whole number, with its sign.
  std::int64_t expectInteger(std::string_view what);
  /// A number, whole or decimal, with its sign.
  double expectNumber(std::string_view what);
  /// Everything not read yet, without the blanks around it; for file paths. Nothing is left afterwards.
  std::string_view rest();

  Location here() const { return {source_, token_.span}; }
  /// From `begin` to the end of the last token taken.
  Location since(std::size_t begin) const { return {source_, {begin, taken_}}; }
  const Source& source() const { return source_; }
  [[noreturn]] void failExpected(std::string_view what) const;

 private:
  void scan();
  bool scanNumber(std::size_t begin);

  Source source_;
  std::size_t end_;
  std::size_t next_;   // where the scan goes on
  std::size_t taken_;  // end of the last token taken
  Token token_;
};

/// Throws Error (user) once `depth` passes Lexer::maxDepth.
void checkDepth(int depth, const Location& where);

/// "innerPar", 'a single quoted character' …: a token as a message shows it.
std::string describe(const Token& token);

}  // namespace stardust
