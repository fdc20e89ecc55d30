// Scala tokens of the supported subset.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"

namespace stardust::scala {

struct Token {
  enum class Kind {
    Identifier,
    Integer,
    Decimal,
    String,
    Symbol,
    End,
    Label,
    Character,
    Quoted
  };  ///< 'NAME, 'c', `name`
  Kind kind = Kind::End;
  std::string_view text;  ///< refers to the source; a String without its quotes, with escapes as written
  Span span;
  bool startsLine = false;   ///< a line ends before this token
  std::string_view comment;  ///< the trailing `// …` on the same line, trimmed
};

struct Tokens {
  std::vector<Token> list;          ///< terminated by one End token
  std::vector<std::string> header;  ///< the `//` lines before the first token
};

/// Printed: the subset that Stardust prints. Scala: all that users write, including hexadecimal numbers, labels,
/// characters and multi-line strings.
enum class Dialect { Printed, Scala };
/// Throws Error (user) at a character that begins no token, and at an unterminated string or comment. Linear.
Tokens tokenize(const Source& source, Dialect dialect = Dialect::Printed);

}  // namespace stardust::scala
