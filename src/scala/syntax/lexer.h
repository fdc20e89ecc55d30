// Scala tokens, as far as Spatial programs need them.
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
  std::string_view text;  ///< into the source; a String without its quotes, its escapes as written
  Span span;
  bool startsLine = false;   ///< a line ends between the token before and this one
  std::string_view comment;  ///< the `// …` that follows on the same line, trimmed
};

struct Tokens {
  std::vector<Token> list;          ///< ends with one End
  std::vector<std::string> header;  ///< the `//` lines before the first token
};

/// What Stardust prints, or all that people write in Scala: hexadecimal numbers, labels, characters, texts of several
/// lines.
enum class Dialect { Printed, Scala };
/// Throws Error (user) at a character that no token starts with, and at an unfinished string or comment. Linear.
Tokens tokenize(const Source& source, Dialect dialect = Dialect::Printed);

}  // namespace stardust::scala
