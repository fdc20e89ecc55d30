// Scala tokens of the supported subset.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"

namespace stardust::scala {

struct Token {
  /// `Delimiter` is punctuation that is no name of a method, such as ( and =>. Words and signs come first: the text of
  /// the others is theirs, and no part of the grammar.
  enum class Kind {
    Identifier,
    Keyword,
    Integer,
    Decimal,
    Operator,
    Delimiter,
    String,
    Label,      ///< 'NAME
    Character,  ///< 'c'
    Quoted,     ///< `name`
    End
  };
  Kind kind = Kind::End;
  bool startsLine = false;  ///< a line ends before this token
  std::string_view text;    ///< refers to the source; a String without its quotes, with escapes as written
  Span span;

  bool isWord() const { return kind < Kind::String; }
  bool is(std::string_view word) const { return isWord() && text == word; }
  /// The same of a literal, which most comparisons are with.
  template <std::size_t N>
  bool is(const char (&word)[N]) const {
    return text.size() == N - 1 && text[0] == word[0] && isWord() &&
           (N == 2 || std::char_traits<char>::compare(text.data(), word, N - 1) == 0);
  }
};

/// A `// …` that follows a token on the same line.
struct Comment {
  std::size_t behind;     ///< where the token ends
  std::string_view text;  ///< into the source, trimmed
};

struct Tokens {
  std::vector<Token> list;          ///< terminated by one End token
  std::vector<Comment> comments;    ///< in the order of the text
  std::vector<std::string> header;  ///< the `//` lines before the first token
};

/// Throws Error (user) at a character that begins no token, and at an unterminated string or comment. Linear.
Tokens tokenize(const Source& source);

}  // namespace stardust::scala
